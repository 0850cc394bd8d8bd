import type { GoalRow, SentGoal } from '#shared/crm/goals/goal-calls.ts';
import { months, readGoal, type Months } from '#shared/crm/goals/goal.ts';
import { withSeparators } from '#shared/record/money/amount-text.ts';

/** A month of a goal, by whose it is and 0 to 11. */
export interface GoalCell {
  readonly objId: number;
  readonly month: number;
}

/** What is typed and not saved yet, as it was typed, by object and month. */
export type GoalDraft = ReadonlyMap<number, ReadonlyMap<number, string>>;
export const noDraft: GoalDraft = new Map();

export const storedMonths = (row: GoalRow): Months => months.map((month) => row[month]);

/** The typed text of a month; undefined where nothing is typed. */
export const typedIn = (draft: GoalDraft, { objId, month }: GoalCell): string | undefined =>
  draft.get(objId)?.get(month);

/** An amount as the page shows it: `1,200` for `1200.00`. */
export const shownAmount = (amount: string): string => withSeparators(amount).replace(/\.00$/, '');

/** The amounts of a row with what is typed; a month whose text is no amount counts as it is stored. */
export function draftMonths(draft: GoalDraft, row: GoalRow): Months {
  const typed = draft.get(row.objId);
  const stored = storedMonths(row);
  return typed ? stored.map((amount, month) => readGoal(typed.get(month) ?? amount) ?? amount) : stored;
}

/** The draft with further texts; one that is what is stored is no change. */
export function withTyped(
  draft: GoalDraft,
  rows: readonly GoalRow[],
  cells: readonly (GoalCell & { readonly text: string })[],
): GoalDraft {
  const next = new Map(draft);
  for (const { objId, month, text } of cells) {
    const row = rows.find((one) => one.objId === objId);
    if (!row || row.isDisabled === 1) continue;
    const typed = new Map(next.get(objId));
    const amount = readGoal(text);
    if (amount !== null && amount === storedMonths(row)[month]) typed.delete(month);
    else typed.set(month, amount ?? text);
    if (typed.size === 0) next.delete(objId);
    else next.set(objId, typed);
  }
  return next;
}

/** Whether a cell holds what a text says already. */
export function isHeld(
  draft: GoalDraft,
  rows: readonly GoalRow[],
  { text, ...cell }: GoalCell & { readonly text: string },
): boolean {
  const row = rows.find(({ objId }) => objId === cell.objId);
  const held = typedIn(draft, cell) ?? (row && storedMonths(row)[cell.month]) ?? '';
  return (readGoal(text) ?? text) === (readGoal(held) ?? held);
}

/** What has been saved meanwhile is typed no more. */
export const withoutStored = (draft: GoalDraft, rows: readonly GoalRow[]): GoalDraft =>
  withTyped(
    draft,
    rows,
    [...draft].flatMap(([objId, typed]) => [...typed].map(([month, text]) => ({ objId, month, text }))),
  );

/** Cells whose text is no amount, in the order of the rows. */
export const unreadCells = (draft: GoalDraft, rows: readonly GoalRow[]): GoalCell[] =>
  rows.flatMap(({ objId }) =>
    [...(draft.get(objId) ?? [])]
      .filter(([, text]) => readGoal(text) === null)
      .map(([month]) => ({ objId, month }))
      .toSorted((left, right) => left.month - right.month),
  );

/** The rows to be saved, with the versions that were read. */
export const changedGoals = (draft: GoalDraft, rows: readonly GoalRow[]) =>
  rows
    .filter(({ objId }) => draft.has(objId))
    .map((row) => {
      const { objId, type, year, status, version } = row;
      const amounts = draftMonths(draft, row);
      return {
        objId,
        type,
        year,
        status,
        version,
        ...Object.fromEntries(months.map((month, at) => [month, amounts[at]])),
      } satisfies Partial<SentGoal>;
    });
