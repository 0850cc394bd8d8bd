import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { readSetting, writeSetting } from '#server/platform/settings.ts';

export interface Moment {
  /** Time of the database's clock in seconds. */
  readonly wall: number;
  /** Monotonic seconds, and the start of database and process that they belong to. */
  readonly steady: number;
  readonly boot: string;
}
export type Clock = (db: Database) => Promise<Moment>;

/** Seconds by which the clock may differ from the machine's monotonic clock before jobs report it (security D13). */
export const maxJump = 300;

/** Not the process id: in containers every process may have the same. */
const thisProcess = randomUUID();
const question = 'select extract(epoch from now())::float8 as wall, pg_postmaster_start_time()::text as boot';

interface Answer {
  readonly wall: number;
  readonly boot: string;
}
const momentOf = (row: Answer | undefined): Moment => ({
  wall: row?.wall ?? 0,
  steady: performance.now() / 1000,
  boot: `${row?.boot} ${thisProcess}`,
});

/** The database's wall clock next to the uptime of this process, which reveals a jump. */
export async function readClock(db: Database): Promise<Moment> {
  const { rows } = await sql<Answer>`
    select extract(epoch from now())::float8 as wall, pg_postmaster_start_time()::text as boot`.execute(db);
  return momentOf(rows[0]);
}

let start: Moment | null = null;

/** Call when jobs start: the first run of each job in this process is measured from here. */
export async function noteStart(query: (text: string) => Promise<{ rows: Answer[] }>): Promise<void> {
  start ??= momentOf((await query(question)).rows[0]);
}

export interface ClockStep {
  /** Seconds by the wall clock since the last run, in any process. */
  readonly passed: number;
  /**
   * Seconds by which the wall clock has jumped since this process's last check (its last run or its start); null when
   * unknown, such as after a restart of the database.
   */
  readonly jump: number | null;
}

/** Monotonic clocks of several processes are not comparable, so the last reading of each is kept. */
interface Kept extends Moment {
  readonly seen?: readonly Moment[];
}
const mostKept = 8;

/** Stores the time of this run of a job under `name` and returns its distance from the last one; null for the first. */
export async function clockStep(db: Kysely<Tables>, name: string, moment: Moment): Promise<ClockStep | null> {
  const last = (await readSetting(db, name)) as Kept | undefined;
  const seen = last ? (last.seen ?? [last]) : [];
  const others = seen.filter(({ boot }) => boot !== moment.boot);
  await writeSetting(db, name, { ...moment, seen: [moment, ...others].slice(0, mostKept) });
  if (!last) return null;
  const own = seen.find(({ boot }) => boot === moment.boot) ?? (start?.boot === moment.boot ? start : null);
  return {
    passed: moment.wall - last.wall,
    jump: own ? Math.abs(moment.wall - own.wall - (moment.steady - own.steady)) : null,
  };
}
