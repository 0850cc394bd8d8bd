import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { months, readGoal } from '#shared/crm/goals/goal.ts';
import type { GoalCell } from './goal-draft.ts';

/** What a block would do to a month. */
export interface PastedCell extends GoalCell {
  readonly text: string;
  /** Null for a text that is no amount. */
  readonly amount: string | null;
}

export interface PastedGoals {
  readonly rows: readonly GoalRow[];
  readonly cells: readonly PastedCell[];
  /** Rows and columns of the block that are beyond the end of the grid. */
  readonly lostRows: number;
  readonly lostColumns: number;
  /** Rows of people who are disabled, which stay as they are. */
  readonly keptRows: number;
}

/** Lays a block over the months from a cell on, to the right and down; blank cells of it say nothing. */
export function pastedGoals(
  rows: readonly GoalRow[],
  from: GoalCell,
  block: readonly (readonly string[])[],
): PastedGoals {
  const top = rows.findIndex(({ objId }) => objId === from.objId);
  const width = Math.max(...block.map((cells) => cells.length));
  const over = rows.slice(top, top + block.length);
  const cells = over.flatMap((row, down) =>
    row.isDisabled === 1
      ? []
      : (block[down] ?? []).slice(0, months.length - from.month).flatMap((text, across) => {
          const plain = text.trim();
          const cell = { objId: row.objId, month: from.month + across, text: plain };
          return plain === '' ? [] : [{ ...cell, amount: readGoal(plain) }];
        }),
  );
  return {
    rows: over,
    cells,
    lostRows: block.length - over.length,
    lostColumns: Math.max(0, width - (months.length - from.month)),
    keptRows: over.filter(({ isDisabled }) => isDisabled === 1).length,
  };
}

/** Whether all of a block goes where it is laid; anything else is shown before. */
export const isUnderstood = ({ cells, lostRows, lostColumns, keptRows }: PastedGoals): boolean =>
  lostRows === 0 && lostColumns === 0 && keptRows === 0 && cells.every(({ amount }) => amount !== null);
