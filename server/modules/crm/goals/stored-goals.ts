import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { goalTypes, noMonths, type GoalSet, type GoalType, type Months } from '#shared/crm/goals/goal.ts';

export interface StoredGoal {
  readonly months: Months;
  /** 0 for a goal that is not set. */
  readonly version: number;
}
const unset: StoredGoal = { months: noMonths, version: 0 };

/** Locks all goals: of two who change some at once, the later one waits. */
export async function holdGoals(db: Database): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('goals', 0))`.execute(db);
}

const columnOf = (type: GoalType): RawBuilder<unknown> => sql.ref(type === goalTypes.dept ? 'dept_id' : 'user_id');

/** The goals of departments or people, by their ids; those that are not set are zeros. */
export async function readGoals(
  db: Database,
  { type, year, status }: GoalSet,
  ids: readonly number[],
): Promise<(id: number) => StoredGoal> {
  const column = columnOf(type);
  const { rows } = await sql<StoredGoal & { id: number }>`
    select ${column} as id, months::text[] as months, version from goal
    where ${column} = any(${[...ids]}::int[]) and year = ${year} and status = ${status}`.execute(db);
  const byId = new Map(rows.map(({ id, months, version }) => [id, { months, version }]));
  return (id) => byId.get(id) ?? unset;
}

/** Replaces goals; zeros are none. */
export async function writeGoals(
  db: Database,
  { type, year, status }: GoalSet,
  goals: readonly (readonly [id: number, months: Months])[],
): Promise<void> {
  const column = columnOf(type);
  await sql`
    delete from goal where ${column} = any(${goals.map(([id]) => id)}::int[]) and year = ${year} and status = ${status}
  `.execute(db);
  const set = goals.filter(([, months]) => months.some((amount, at) => amount !== noMonths[at]));
  await sql`
    insert into goal (${column}, year, status, months)
    select g.id, ${year}, ${status}, g.months::numeric(12, 2)[]
    from unnest(${set.map(([id]) => id)}::int[], ${set.map(([, months]) => `{${months.join(',')}}`)}::text[]) as g (id, months)
  `.execute(db);
}

/** A department or a person that may have a goal. */
export interface GoalObject {
  readonly id: number;
  readonly name: string;
  readonly isDisabled: boolean;
}

/** Those of the ids that exist. Departments stay until the goal is written. */
export async function goalObjects(
  db: Database,
  type: GoalType,
  ids: readonly number[],
): Promise<Map<number, GoalObject>> {
  const { rows } =
    type === goalTypes.dept
      ? await sql<GoalObject>`
          select dept_id as id, name, false as "isDisabled" from department where dept_id = any(${[...ids]}::int[])
          order by dept_id for key share`.execute(db)
      : await sql<GoalObject>`
          select user_id as id, realname as name, status = 0 as "isDisabled" from app_user
          where user_id = any(${[...ids]}::int[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}
