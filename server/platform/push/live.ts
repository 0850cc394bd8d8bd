import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';

/** At most one message per subject in this time and process, in milliseconds. */
const pause = 1000;

export interface Live {
  /** Call after the commit of a change of `subject`. */
  readonly touch: (subject: string) => void;
  /** Sends pending messages at once. Call when no more changes follow, before the database is closed. */
  readonly stop: () => Promise<void>;
}

/**
 * Notifies open pages that records of a kind have changed, so that lists and counters show other people's changes. No
 * ids: access is checked when the page asks again (security A8, W6). If a message is lost with its process, a page
 * shows the change later, nothing more.
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
