import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { noMonths, sumOfYear, type Months } from '#shared/crm/goals/goal.ts';
import { compared, plainProduct, plainSum, productOf } from '#shared/record/money/exact-decimal.ts';
import { readPercentage } from '#shared/record/money/written-amount.ts';
import { storedMonths } from './goal-draft.ts';

/** A growth as it is typed, such as `10` or `-5.5%`; null for none and for what would leave less than nothing. */
export function readGrowth(written: string): string | null {
  const percent = readPercentage(written);
  return percent !== null && compared(percent, '-100') >= 0 && compared(percent, '1000') <= 0 ? percent : null;
}

/** What the goals of a row would be. */
export interface GrownGoal {
  readonly row: GoalRow;
  readonly before: Months;
  readonly after: Months;
}

/** The goals of the year before with a growth in per cent, month by month; rows without any, and of disabled people, are left out. */
export function grownGoals(rows: readonly GoalRow[], before: readonly GoalRow[], growth: string): GrownGoal[] {
  const factor = plainProduct(plainSum(['100', growth]), '0.01');
  return rows.flatMap((row) => {
    const former = before.find(({ objId }) => objId === row.objId);
    const amounts = former ? storedMonths(former) : noMonths;
    if (row.isDisabled === 1 || compared(sumOfYear(amounts), '0') === 0) return [];
    return [{ row, before: amounts, after: amounts.map((amount) => productOf(amount, factor)) }];
  });
}
