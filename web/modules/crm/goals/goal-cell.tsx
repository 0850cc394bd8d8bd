import { useText } from '#web/lib/i18n/i18n.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { readGoal } from '#shared/crm/goals/goal.ts';
import { shownAmount, storedMonths, typedIn } from '#web/modules/crm/goals/draft/goal-draft.ts';
import type { GoalCells } from './use-goal-cells.ts';

interface GoalCellProps {
  readonly row: GoalRow;
  readonly month: number;
  /** What people call the month. */
  readonly name: string;
  readonly cells: GoalCells;
}

/** A month of a goal, which is edited in its place. */
export function GoalCellInput({ row, month, name, cells }: GoalCellProps) {
  const text = useText();
  const { objId, isDisabled } = row;
  const cell = { objId, month };
  const typed = typedIn(cells.draft, cell);
  const stored = storedMonths(row)[month] ?? '';
  const amount = typed === undefined ? stored : readGoal(typed);
  const isActive = cells.active?.objId === objId && cells.active.month === month;
  const label = `${row.name} ${name}`;
  if (isActive && cells.editing !== null)
    return (
      <td role="gridcell" data-cell={`${objId} ${month}`} data-editing>
        <input
          inputMode="decimal"
          maxLength={40}
          autoComplete="off"
          aria-label={label}
          value={cells.editing}
          onChange={({ target }) => cells.setEditing(target.value)}
          onBlur={() => cells.commit()}
        />
      </td>
    );
  return (
    <td
      role="gridcell"
      tabIndex={isActive ? 0 : -1}
      data-cell={`${objId} ${month}`}
      data-zero={amount === '0.00' || undefined}
      data-changed={typed !== undefined || undefined}
      data-error={amount === null || undefined}
      aria-label={`${label} ${amount === null ? typed : shownAmount(amount)}`}
      aria-readonly={isDisabled === 1}
      aria-invalid={amount === null}
      title={typed === undefined ? undefined : text('goal.was', { amount: shownAmount(stored) })}
      onMouseDown={(event) => cells.press(event, cell)}
      onDoubleClick={() => cells.edit(cell, null)}
    >
      {amount === null ? typed : shownAmount(amount)}
    </td>
  );
}
