import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { WorkbenchQuestion } from '#shared/crm/workbench-calls.ts';
import { dateOf } from '#shared/record/time.ts';
import { addDays, daysBefore, daysOf, isPeriod, type Days } from '#shared/text/period.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Longest period that is looked at, in days. */
const longest = 3700;

/** Whose figures and of when, resolved. */
export interface Question {
  readonly days: Days;
  readonly before: Days;
  /** Condition on a column of user ids. */
  readonly isTheirs: (column: RawBuilder<unknown>) => RawBuilder<boolean>;
}

/**
 * Resolves what was asked: people and the people of departments and of those below them, oneself when nobody is named.
 * @throws AppError `workbench.period`
 */
export async function questionOf(db: Database, actor: Actor, asked: WorkbenchQuestion): Promise<Question> {
  const days = await askedDays(db, asked);
  const people = await askedPeople(db, actor, asked);
  return {
    days,
    before: daysBefore(days),
    isTheirs: (column) => (people === 'all' ? sql<boolean>`true` : sql<boolean>`${column} = any(${people}::int[])`),
  };
}

async function askedDays(db: Database, { type, startTime, endTime }: WorkbenchQuestion): Promise<Days> {
  if (startTime !== undefined && endTime !== undefined) {
    const [from, last] = [dateOf(startTime)?.slice(0, 10), dateOf(endTime)?.slice(0, 10)];
    if (!from || !last || last < from || addDays(from, longest) < last) throw new AppError('workbench.period');
    return { from, to: addDays(last, 1) };
  }
  const period = type ?? 'quarter';
  if (!isPeriod(period)) throw new AppError('workbench.period');
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(db);
  return daysOf(period, rows[0]?.today ?? '');
}

async function askedPeople(db: Database, actor: Actor, asked: WorkbenchQuestion): Promise<readonly number[] | 'all'> {
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
