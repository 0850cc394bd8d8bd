import { randomUUID } from 'node:crypto';
import { sql, type Kysely } from 'kysely';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import { readSetting, writeSetting } from '#server/platform/settings.ts';

export interface Moment {
  /** Seconds of the database's clock. */
  readonly wall: number;
  /** Seconds that only go forward, and the run of database and process they count for. */
  readonly steady: number;
  readonly boot: string;
}
export type Clock = (db: Database) => Promise<Moment>;

/** Seconds that the clock may be off against the steady one of the machine before jobs ask for a look (security D13). */
export const maxJump = 300;

/** Not its number: in containers every process may have the same. */
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

/** The database's wall clock beside how long this process has been up, by which a jump shows. */
export async function readClock(db: Database): Promise<Moment> {
  const { rows } = await sql<Answer>`
    select extract(epoch from now())::float8 as wall, pg_postmaster_start_time()::text as boot`.execute(db);
  return momentOf(rows[0]);
}

let start: Moment | null = null;

/** Call when jobs start: the first run of each in this process is measured from here. */
export async function noteStart(query: (text: string) => Promise<{ rows: Answer[] }>): Promise<void> {
  start ??= momentOf((await query(question)).rows[0]);
}

export interface ClockStep {
  /** Seconds by the wall clock since the last run, of whatever process. */
  readonly passed: number;
  /**
   * Seconds that the wall clock is off since this process last looked, at the last run here or when it started; null
   * when nothing tells, as when the database was started anew in between.
   */
  readonly jump: number | null;
}

/** Steady clocks of several processes say nothing about each other, so the last moment of each is kept. */
interface Kept extends Moment {
  readonly seen?: readonly Moment[];
}
const mostKept = 8;

/** Keeps the moment of this run of a job under `name` and answers how it lies to the last one; null for the first. */
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
