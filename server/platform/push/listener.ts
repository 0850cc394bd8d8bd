import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '#server/platform/log/log.ts';

export interface ListenerOptions {
  readonly url: string;
  readonly channel: string;
  readonly log: Log;
  readonly onMessage: (payload: string) => void;
  /**
   * After every connection, the first included: what was sent before may be missed. A rejection drops the connection.
   */
  readonly onConnected: () => void | Promise<void>;
  readonly onLost?: () => void;
}

export interface Listener {
  /** Resolves after the first connection. */
  readonly first: Promise<void>;
  readonly isConnected: () => boolean;
  readonly close: () => Promise<void>;
}

const firstPause = 100; // milliseconds
const longestPause = 3000; // with the time of a connection, below the 5 s of security D11
const checkEvery = 10_000;

/** A dedicated connection that LISTENs and is reopened whenever it is lost. Never throws. */
export function openListener(options: ListenerOptions): Listener {
  const ending = new AbortController();
  const first = Promise.withResolvers<void>();
  let connected = false;

  const run = async () => {
    for (let pause = firstPause; !ending.signal.aborted; pause = Math.min(pause * 2, longestPause)) {
      try {
        await listen(options, ending.signal, () => {
          connected = true;
          pause = firstPause;
          first.resolve();
        });
      } catch (error) {
        if (ending.signal.aborted) break;
        options.log.warn({ err: error, channel: options.channel }, 'listening connection lost');
      }
      connected = false;
      options.onLost?.();
      await sleep(pause, undefined, { signal: ending.signal }).catch(() => undefined);
    }
    connected = false;
  };

  const running = run();
  return {
    first: first.promise,
    isConnected: () => connected,
    close: async () => {
      ending.abort();
      await running;
    },
  };
}

/** Rejects when the connection ends. */
async function listen(options: ListenerOptions, ending: AbortSignal, onUp: () => void): Promise<void> {
  const client = new pg.Client({
    connectionString: options.url,
    application_name: `jianye-${options.channel}`,
    connectionTimeoutMillis: 2000,
    // a silently lost connection is detected by its unanswered check
    query_timeout: 5000,
    keepAlive: true,
  });
  const lost = Promise.withResolvers<never>();
  const end = () => lost.reject(new Error('the connection ended'));
  client.on('error', lost.reject);
  client.on('end', end);
  ending.addEventListener('abort', end);
  client.on('notification', ({ payload }) => options.onMessage(payload ?? ''));
  const check = setInterval(() => client.query('select 1').catch(lost.reject), checkEvery);
  try {
    await Promise.race([lost.promise, client.connect()]);
    await Promise.race([lost.promise, client.query(`listen ${client.escapeIdentifier(options.channel)}`)]);
    await Promise.race([lost.promise, options.onConnected()]);
    onUp();
    await lost.promise;
  } finally {
    clearInterval(check);
    ending.removeEventListener('abort', end);
    client.end().catch(() => undefined);
  }
}
