import type { RecordScreen, Move, RecordAction } from '#web/record/record-screen.ts';
import { isClosed, isLocked, stateIn } from '#web/record/states/record-states.ts';
import type { Row } from '#web/record/row.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import { isStaged, startsIn, stateColumn, type StateColumn } from '#shared/record/states/state.ts';

interface StateMove {
  readonly action: RecordAction;
  readonly enter: Move['enter'];
  /** It requires a confirmation first. */
  readonly asks: boolean;
}

interface CardMoves {
  readonly isMovable: (row: Row) => boolean;
  /**
   * How a card reaches a state; null where no transition leads there, undefined where the board is by a plain field.
   */
  readonly stateMove: (row: Row, value: string | number) => StateMove | null | undefined;
}

/** Where the cards of a board may move: a field requires the right to edit, a state has its transitions. */
export function cardMoves(
  screen: Pick<RecordScreen, 'type' | 'moves'>,
  groupField: string,
  {
    may,
    mayEdit,
    options,
  }: {
    readonly may: (access: Permission) => boolean;
    readonly mayEdit: boolean;
    /** The states of the column, as in filters. */
    readonly options: FilterField['setting'];
  },
): CardMoves {
  const { type, moves } = screen;
  const column = stateColumn(type, groupField);
  if (!column) {
    const isMovable = (row: Row) => mayEdit && !isClosed(type, row) && !isLocked(type, row, groupField);
    return { isMovable, stateMove: () => undefined };
  }
  const allowed = moves.flatMap((action) =>
    action.move?.column.column === column.column && may(action.access) ? [{ action, move: action.move }] : [],
  );
  const stateMove = (row: Row, value: string | number): StateMove | null => {
    // nothing leads to a missing state
    if (value === '' || isLocked(type, row, column.column)) return null;
    const to = Number(value);
    if (!isOfGroup(column, options, row, to)) return null;
    const found = allowed.find(({ move: { transition } }) => {
      const arrives = transition.to === 'chosen' || transition.to === to;
      return arrives && startsIn(transition, stateIn(column, row), to);
    });
    if (!found) return null;
    const { transition, enter } = found.move;
    const asks = transition.reason !== undefined || transition.isUndoable === false;
    return { action: found.action, enter, asks };
  };
  const isMovable = (row: Row) =>
    !isClosed(type, row) &&
    !isLocked(type, row, column.column) &&
    allowed.some(({ move: { transition } }) => startsIn(transition, stateIn(column, row)));
  return { isMovable, stateMove };
}

/** A card stays among the stages of its own group. */
function isOfGroup(column: StateColumn, options: FilterField['setting'], row: Row, to: number): boolean {
  if (!isStaged(column)) return true;
  const stage = options.find((option) => typeof option === 'object' && option.value === to);
  return typeof stage === 'object' && stage.group === row[camelCase(column.values.groupField)];
}
