import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { goalTypes, months, sumOfYear, type GoalSet, type Month } from '#shared/crm/goals/goal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { goalObjects, readGoals, type GoalObject } from './stored-goals.ts';

interface Asked extends GoalSet {
  readonly deptId?: number | undefined;
  readonly userId?: number | undefined;
}

/**
 * The goals of a department, which comes first, and of its children; or of the people of a department, or one of them.
 * @throws AppError `input.id`, `dept.unknown`, `user.unknown`
 */
export async function listGoals(db: Database, asked: Asked): Promise<GoalRow[]> {
  const { type, year, status } = asked;
  const objects = await objectsOf(db, asked);
  const stored = await readGoals(
    db,
    asked,
    objects.map(({ id }) => id),
  );
  return objects.map(({ id, name, isDisabled }) => {
    const { months: amounts, version } = stored(id);
    const perMonth = Object.fromEntries(months.map((month, at) => [month, amounts[at]])) as Record<Month, string>;
    return {
      ...(type === goalTypes.dept ? { deptId: id } : { userId: id }),
      objId: id,
      name,
      type,
      year,
      status,
      ...perMonth,
      yeartarget: sumOfYear(amounts),
      version,
      isDisabled: isDisabled ? 1 : 0,
    };
  });
}

async function objectsOf(db: Database, { type, year, status, deptId, userId }: Asked): Promise<readonly GoalObject[]> {
  if (type === goalTypes.user && userId !== undefined) {
    const person = (await goalObjects(db, type, [userId])).get(userId);
    if (!person) throw new AppError('user.unknown');
    return [person];
  }
  if (deptId === undefined) throw new AppError('input.id', { parameter: 'deptId' });
  if (!(await goalObjects(db, goalTypes.dept, [deptId])).has(deptId)) throw new AppError('dept.unknown');
  const { rows } =
    type === goalTypes.dept
      ? await sql<GoalObject>`
          select dept_id as id, name, false as "isDisabled" from department where ${deptId} in (dept_id, pid)
          order by dept_id = ${deptId} desc, num, dept_id`.execute(db)
      : // whoever has left during the year still counts for what the department was to reach
        await sql<GoalObject>`
          select user_id as id, realname as name, u.status = 0 as "isDisabled" from app_user u
          where dept_id = ${deptId} and (u.status <> 0 or exists (
            select from goal g where g.user_id = u.user_id and g.year = ${year} and g.status = ${status}))
          order by user_id`.execute(db);
  return rows;
}
