import { CompiledQuery } from 'kysely';
import pg from 'pg';
import type { Db } from 'pg-boss';
import type { Database } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';
import { openListener } from '#server/platform/push/listener.ts';

/**
 * The job library's statements inside the caller's transaction. Its texts contain queue names only; values are bound.
 */
export function inTransactionOf(db: Database): Db {
  return {
    executeSql: async (text, values = []) => {
      const { rows } = await db.executeQuery<Record<string, unknown>>(CompiledQuery.raw(text, values));
      return { rows };
    },
  };
}

export interface JobsDatabase extends Db {
  readonly query: pg.Pool['query'];
  readonly close: () => Promise<void>;
}

/** A small separate pool, so that jobs are fetched and kept alive while requests use up the main one. */
export function openJobsDatabase(url: string, log: Log): JobsDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'jianye-jobs',
    max: 4,
    connectionTimeoutMillis: 2000,
    idleTimeoutMillis: 30_000,
    options:
      '-c TimeZone=UTC -c statement_timeout=60000 -c lock_timeout=5000 -c idle_in_transaction_session_timeout=30000 -c jit=off',
  });
  let isClosing = false;
  pool.on('error', (error) => {
    if (!isClosing) log.warn({ err: error }, 'database connection of the jobs lost');
  });
  // a connection in use may break between two statements; the next one fails
  pool.on('connect', (client) => client.on('error', () => undefined));
  return {
    query: pool.query.bind(pool),
    executeSql: (text, values) => pool.query(text, values),
    listen: async (channel, onMessage, onConnected) => {
      const listener = openListener({ url, channel, log, onMessage, onConnected });
      await listener.first;
      return { close: listener.close };
    },
    close: () => {
      isClosing = true;
      return pool.end();
    },
  };
}
