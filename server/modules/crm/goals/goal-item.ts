import type { GoalSet, GoalStatus, GoalType } from '#shared/crm/goals/goal.ts';

/** An item is what one save has changed of a year: people see it, and take it back, as one change. */
export const itemOf = ({ type, year, status }: GoalSet, ids: readonly number[]): string =>
  [type, year, status, ids.toSorted((left, right) => left - right).join(',')].join(' ');

/** The parts of an item. */
export function partsOf(item: string): { readonly set: GoalSet; readonly ids: readonly number[] } {
  const [type, year, status, ids = ''] = item.split(' ');
  return {
    set: { type: Number(type) as GoalType, year: Number(year), status: Number(status) as GoalStatus },
    ids: ids.split(',').filter(Boolean).map(Number),
  };
}
