import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

/** At most one message of a subject in this time and process, in milliseconds. */
const pause = 1000;

export interface Live {
  /** Call after the commit of a change of `subject`. */
  readonly touch: (subject: string) => void;
  /** Tells at once what is still waiting. Call when no more changes come, before the database is closed. */
  readonly stop: () => Promise<void>;
}

/**
 * Tells open pages that something of a kind has changed, so that lists and counters follow other people. No ids: who may
 * see which record is decided when the page asks again (security A8, W6). A message lost with its process costs a
 * glance, nothing more.
 */
export function openLive(db: Database, log: Log): Live {
  const timers = new Map<string, NodeJS.Timeout>();
  const tell = (subject: string): Promise<void> => {
    timers.delete(subject);
    return storeEvent(db, { type: pushTypes.changed, to: 'all', ids: { subject } }).catch((error: unknown) =>
      log.warn({ err: error, subject }, 'a change was not announced'),
    );
  };
  return {
    touch: (subject) => {
      if (timers.has(subject)) return;
      const timer = setTimeout(tell, pause, subject);
      timer.unref();
      timers.set(subject, timer);
    },
    stop: async () => {
      for (const timer of timers.values()) clearTimeout(timer);
      await Promise.all([...timers.keys()].map(tell));
    },
  };
}
