import { sql } from 'kysely';
import { writeGoals } from '#server/modules/crm/goals/stored-goals.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Random } from '#server/demo/random.ts';
import { goalStatuses, goalTypes, type Months } from '#shared/crm/goals/goal.ts';

/** How the months of a year sell, from the new year's holiday to the rush at its end. */
const season = [0.75, 0.5, 1.05, 0.95, 1, 1.15, 0.9, 0.95, 1.1, 0.9, 1.1, 1.4];
/** What a salesperson sells in a usual month, in yuan. */
const [least, spread] = [90_000, 70_000];
/** A region that is to do more than its people have promised. */
const ambitious = '华东销售部';

interface Seller {
  readonly userId: number;
  readonly deptId: number;
  readonly dept: string;
  readonly aboveId: number;
}

/** The goals of this year and the last: of salespeople, of their regions, and of what is above these. */
export async function fillGoals(db: Database, random: Random): Promise<void> {
  const { rows: sellers } = await sql<Seller>`
    select u.user_id as "userId", d.dept_id as "deptId", d.name as dept, d.pid as "aboveId"
    from app_user u join department d using (dept_id) where u.post in ('销售经理', '销售代表') order by u.user_id`.execute(
    db,
  );
  const { rows: dates } = await sql<{ year: number }>`select extract(year from now())::int as year`.execute(db);
  const year = dates[0]?.year ?? 0;
  const usual = new Map(sellers.map(({ userId }) => [userId, least + random.below(spread)]));
  for (const status of Object.values(goalStatuses))
    for (const [of, share] of [
      [year, 1],
      [year - 1, 0.88],
    ] as const) {
      // a part of what is signed is paid in the next year
      const part = share * (status === goalStatuses.receivable ? 0.85 : 1);
      const people = sellers.map(({ userId }) => [userId, monthsOf((usual.get(userId) ?? 0) * part)] as const);
      const set = { year: of, status };
      await writeGoals(
        db,
        { ...set, type: goalTypes.user },
        people.map(([id, amounts]) => [id, written(amounts)]),
      );
      await writeGoals(db, { ...set, type: goalTypes.dept }, deptGoals(sellers, new Map(people)));
    }
}

const monthsOf = (usual: number): number[] => season.map((weight) => Math.round((usual * weight) / 500) * 500);
const written = (amounts: readonly number[]): Months => amounts.map((amount) => amount.toFixed(2));

/** Of each region what its people have promised, or more; of the departments above them the sum of the regions. */
function deptGoals(sellers: readonly Seller[], people: ReadonlyMap<number, readonly number[]>) {
  const regions = [...Map.groupBy(sellers, ({ deptId }) => deptId)].map(([deptId, own]) => {
    const factor = own[0]?.dept === ambitious ? 1.05 : 1;
    const sums = summed(own.map(({ userId }) => people.get(userId) ?? []));
    return {
      deptId,
      aboveId: own[0]?.aboveId ?? 0,
      amounts: sums.map((sum) => Math.round((sum * factor) / 500) * 500),
    };
  });
  const above = [...Map.groupBy(regions, ({ aboveId }) => aboveId)].map(
    ([deptId, own]) => [deptId, summed(own.map(({ amounts }) => amounts))] as const,
  );
  const top = summed(above.map(([, amounts]) => amounts));
  const goals = [...regions.map(({ deptId, amounts }) => [deptId, amounts] as const), ...above, [1, top] as const];
  return goals.map(([id, amounts]) => [id, written(amounts)] as const);
}

const summed = (rows: readonly (readonly number[])[]): number[] =>
  season.map((_, month) => rows.reduce((sum, row) => sum + (row[month] ?? 0), 0));
