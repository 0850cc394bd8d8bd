import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { EmbeddedLog, Running } from './server-process.ts';

export interface Supervision {
  log: EmbeddedLog;
  /** Starts the server again, or finds that it has recovered. */
  restart: (signal: AbortSignal) => Promise<Running>;
  takeLock: (running: Running) => Promise<boolean>;
  onDown?: () => void;
  onUp?: () => void;
  onLost?: () => void;
}

export interface Supervisor {
  /** The superuser's current connection. */
  client(): pg.Client;
  /** Ends the supervision, then shuts down, then releases the lock. Repeated calls wait for the first. */
  stop(shutDown: () => Promise<void>): Promise<void>;
}

const firstPause = 250; // milliseconds
const longestPause = 30_000; // security D9

/**
 * Watches the connection that holds the lock. It ends when the server dies or restarts itself; then the server is
 * restarted, with pauses that double up to 30 s, and the lock is taken again.
 */
export function supervise(first: Running, supervision: Supervision): Supervisor {
  const { log } = supervision;
  const ending = new AbortController();
  let client = first.client;
  let recovery = Promise.resolve();
  let stopped: Promise<void> | undefined;

  const watch = (watched: pg.Client) => {
    watched.once('end', () => {
      if (!ending.signal.aborted) recovery = recover();
    });
  };

  const recover = async () => {
    log.error({}, 'the embedded database is down');
    supervision.onDown?.();
    for (let pause = firstPause; !ending.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        const running = await supervision.restart(ending.signal);
        if (!(await supervision.takeLock(running))) {
          await running.client.end();
          log.error({}, 'another process took the embedded database');
          supervision.onLost?.();
          return;
        }
        client = running.client;
        watch(client);
        log.info({}, 'the embedded database is back');
        supervision.onUp?.();
        return;
      } catch (error) {
        if (ending.signal.aborted) return;
        log.error({ err: error, pause }, 'the embedded database does not come back yet');
        await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
      }
    }
  };

  const end = async (shutDown: () => Promise<void>) => {
    ending.abort();
    await recovery;
    // The lock is kept until the server has ended, so nobody adopts a server that is about to end.
    await shutDown();
    await client.end().catch(() => undefined);
  };

  watch(client);
  return {
    client: () => client,
    stop: (shutDown) => (stopped ??= end(shutDown)),
  };
}
