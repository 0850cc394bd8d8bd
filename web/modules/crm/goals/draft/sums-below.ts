import { noMonths, type Months } from '#shared/crm/goals/goal.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { shownAmount } from './goal-draft.ts';

/** The sums of rows by month. */
export const sumsOf = (rows: readonly Months[]): Months =>
  noMonths.map((_, month) => sumOf(rows.map((amounts) => amounts[month] ?? '0')));

/** By how much a sum is more (1) or less (-1) than a goal, which is not below 0; null where they agree. */
export function gapOf(sum: string, goal: string): { readonly sign: 1 | -1; readonly amount: string } | null {
  const sign = compared(sum, goal);
  if (sign === 0) return null;
  const difference = sumOf([sum, `-${goal}`]);
  return { sign: sign > 0 ? 1 : -1, amount: shownAmount(difference.replace('-', '')) };
}
