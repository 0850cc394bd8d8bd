import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { AskedQuestion } from '#shared/platform/question.ts';
import { dateOf } from '#shared/record/time.ts';
import {
  addDays,
  daysOf,
  goneBy,
  isPeriod,
  sameBefore,
  stepOf,
  stepOver,
  type Days,
  type Step,
  type Stretch,
} from '#shared/text/period.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Longest period that may be asked for, in days. */
const longest = 3700;

/** The people and the period of a question, resolved. */
export interface Question {
  readonly days: Days;
  /** The part of the period that is over. */
  readonly gone: Stretch;
  /** The equally long part of the period before, for comparison. */
  readonly before: Stretch;
  /** Condition on a column of user ids. */
  readonly isTheirs: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/**
 * Resolves a question to people: those named, and those of the named departments and the departments below them; the
 * actor alone when nobody is named.
 * @throws AppError `question.period`
 */
export async function questionOf(db: Database, actor: Actor, asked: AskedQuestion): Promise<Question> {
  const { rows } = await sql<{ now: string }>`select to_char(now(), 'YYYY-MM-DD HH24:MI:SS') as now`.execute(db);
  const now = rows[0]?.now ?? '';
  const { days, step } = askedDays(asked, now.slice(0, 10));
  const people = await askedPeople(db, actor, asked);
  return {
    days,
    gone: goneBy(days, now),
    before: sameBefore(days, step, now),
    isTheirs: (column) => (people === 'all' ? sql<boolean>`true` : sql<boolean>`${column} = any(${people}::int[])`),
  };
}

/** Condition for rows created in the period by the people asked for, on an alias that has creator and creation time. */
export const madeIn =
  ({ days, isTheirs }: Question) =>
  (alias: string) => {
    const column = (name: string) => sql.ref(`${alias}.${name}`);
    return sql<boolean>`${column('create_time')} >= ${days.from}::timestamptz
      and ${column('create_time')} < ${days.to}::timestamptz and ${isTheirs(column('create_user_id'))}`;
  };

function askedDays({ type, startTime, endTime }: AskedQuestion, today: string): { days: Days; step: Step } {
  if (startTime !== undefined && endTime !== undefined) {
    const [from, last] = [dateOf(startTime)?.slice(0, 10), dateOf(endTime)?.slice(0, 10)];
    if (!from || !last || last < from || addDays(from, longest) < last) throw new AppError('question.period');
    const days = { from, to: addDays(last, 1) };
    return { days, step: stepOver(days) };
  }
  const period = type ?? 'quarter';
  if (!isPeriod(period)) throw new AppError('question.period');
  return { days: daysOf(period, today), step: stepOf(period) };
}

async function askedPeople(db: Database, actor: Actor, asked: AskedQuestion): Promise<readonly number[] | 'all'> {
  const { userIds, deptIds, isSub } = asked;
  if (isSub === 2) return actor.rights.ownersOf(dataScopes.subordinates);
  if (userIds.length === 0 && deptIds.length === 0) return [actor.userId];
  const { rows } = await sql<{ id: number }>`
    with recursive wanted as (
      select dept_id from department where dept_id = any(${deptIds}::int[])
      union select d.dept_id from department d join wanted w on d.pid = w.dept_id
    ) select user_id as id from app_user where dept_id in (select dept_id from wanted)`.execute(db);
  return [...new Set([...userIds, ...rows.map(({ id }) => id)])];
}
