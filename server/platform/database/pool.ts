import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PlanKeepingClient } from '#server/platform/database/kept-plans.ts';
import type { Tables } from '#server/platform/database/tables.ts';
import type { Log } from '#server/platform/log/log.ts';

/** Time zone of every session, so that times are returned as text in the company's time (R3.8). */
export interface PoolOptions {
  readonly url: string;
  readonly timeZone: string;
  readonly max: number;
  /** Milliseconds a statement may take; requests 12 s, jobs set their own (security O5). */
  readonly statementTimeout: number;
  readonly log: Log;
}

export interface Pool {
  readonly db: Kysely<Tables>;
  /** For streaming cursors and LISTEN, which Kysely does not offer. */
  readonly raw: pg.Pool;
  readonly close: () => Promise<void>;
}

/** `2026-11-21 09:20:00.123+08` becomes `2026-11-21 09:20:00`. */
const secondsOf = (value: string): string => value.slice(0, 19);

const types = new pg.TypeOverrides();
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, secondsOf);
types.setTypeParser(pg.types.builtins.TIMESTAMP, secondsOf);
types.setTypeParser(pg.types.builtins.DATE, (value: string) => value);
types.setTypeParser(pg.types.builtins.INT8, Number);

export function openPool(options: PoolOptions): Pool {
  const raw = new pg.Pool({
    Client: PlanKeepingClient,
    connectionString: options.url,
    max: options.max,
    types,
    // the refusal that follows is sent within the 2 s of security D9
    connectionTimeoutMillis: 1800,
    idleTimeoutMillis: 30_000,
    options: [
      `-c TimeZone=${options.timeZone}`,
      `-c statement_timeout=${options.statementTimeout}`,
      '-c lock_timeout=5000',
      // starting workers costs more than a list page
      '-c max_parallel_workers_per_gather=0',
      '-c idle_in_transaction_session_timeout=30000',
      '-c jit=off',
    ].join(' '),
  });
  let isClosing = false;
  raw.on('error', (error) => {
    // the pool drops its connections before they have closed: a database that stops right after may still break them
    if (!isClosing) options.log.warn({ err: error }, 'database connection lost');
  });
  // when a connection breaks while in use its query fails; an unhandled event would end the process (security D11)
  raw.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: raw }) });
  return {
    db,
    raw,
    close: () => {
      isClosing = true;
      return db.destroy();
    },
  };
}
