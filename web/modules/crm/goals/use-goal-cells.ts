import {
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
} from 'react';
import { isDialogOpen } from '#web/lib/shortcuts.ts';
import { blockOf } from '#web/record/table/clipboard/cell-block.ts';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { months } from '#shared/crm/goals/goal.ts';
import { storedMonths, typedIn, type GoalCell, type GoalDraft } from '#web/modules/crm/goals/draft/goal-draft.ts';
import { goalKeyOf } from './goal-keys.ts';
import { isUnderstood, pastedGoals, type PastedGoals } from '#web/modules/crm/goals/draft/paste-goals.ts';
import type { DraftState } from '#web/modules/crm/goals/draft/use-goal-draft.ts';

interface CellsOptions {
  readonly table: RefObject<HTMLTableElement | null>;
  readonly rows: readonly GoalRow[];
  readonly state: DraftState;
  readonly wanted: GoalCell | null;
  /** A block of which something would not be taken. */
  readonly onPreview: (pasted: PastedGoals) => void;
  /** Whether something is being typed that is not in the draft yet. */
  readonly onEditing: (isEditing: boolean) => void;
}

export interface GoalCells {
  readonly draft: GoalDraft;
  /** The cell that keys are for; the first one until another is chosen. */
  readonly active: GoalCell | null;
  /** What is being typed into it; null while it is not edited. */
  readonly editing: string | null;
  readonly setEditing: (typed: string) => void;
  /** Edits a cell: what it holds, or what is typed instead. */
  readonly edit: (cell: GoalCell, typed: string | null) => void;
  /** Keeps what is being typed. */
  readonly commit: () => void;
  readonly press: (event: MouseEvent, cell: GoalCell) => void;
  readonly handleKey: (event: KeyboardEvent) => void;
}

/** Moving among the months of goals and editing them by keys, as in a sheet; blocks are pasted from the active cell on. */
export function useGoalCells({ table, rows, state, wanted, onPreview, onEditing }: CellsOptions): GoalCells {
  const { draft } = state;
  const [chosen, setChosen] = useState<GoalCell | null>(null);
  const [editing, setText] = useState<string | null>(null);
  const setEditing = (typed: string | null): void => {
    setText(typed);
    onEditing(typed !== null);
  };
  /** The active cell is to be focused once it is rendered. */
  const isWanted = useRef(false);
  const [seen, setSeen] = useState(wanted);
  if (wanted !== seen) {
    setSeen(wanted);
    setChosen(wanted);
  }
  const [first] = rows;
  const isThere = rows.some(({ objId }) => objId === chosen?.objId);
  const active = isThere ? chosen : first ? { objId: first.objId, month: 0 } : null;

  useEffect(() => {
    if (wanted) focusCell(table.current, wanted);
  }, [wanted, table]);
  useLayoutEffect(() => {
    if (!isWanted.current || !active) return;
    isWanted.current = false;
    focusCell(table.current, active);
  });

  const go = (cell: GoalCell): void => {
    isWanted.current = true;
    setEditing(null);
    setChosen(cell);
  };
  const commit = (): void => {
    if (active && editing !== null) state.type([{ ...active, text: editing }]);
    setEditing(null);
  };
  const edit = (cell: GoalCell, typed: string | null): void => {
    const row = rows.find(({ objId }) => objId === cell.objId);
    if (!row || row.isDisabled === 1) return;
    go(cell);
    const held = typedIn(draft, cell) ?? storedMonths(row)[cell.month] ?? '';
    setEditing(typed ?? held.replace(/\.00$/, '').replace(/^0$/, ''));
  };
  /** Returns whether there is such a cell. */
  const step = (down: number, across: number, isAround: boolean): boolean => {
    if (!active) return false;
    const at = rows.findIndex(({ objId }) => objId === active.objId);
    const line = active.month + across;
    const turns = isAround ? Math.floor(line / months.length) : 0;
    const row = rows[at + down + turns];
    const month = line - turns * months.length;
    if (!row || month < 0 || month >= months.length) return false;
    go({ objId: row.objId, month });
    return true;
  };
  const handleKey = (event: KeyboardEvent): void => {
    if (event.nativeEvent.isComposing || !active || !isCellOf(event.target)) return;
    // what is saved by a key includes what is being typed
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) return commit();
    const key = goalKeyOf(event, editing !== null);
    if (!key) return;
    if (key.act === 'step') {
      commit();
      // Tab leaves the grid behind its last cell; Enter in it still ends the editing
      if (step(key.down, key.across, key.around === true)) event.preventDefault();
      else if (key.around !== true) go(active);
      if (key.around === true) return;
    } else if (key.act === 'edge') go({ ...active, month: key.to === 'first' ? 0 : months.length - 1 });
    else if (key.act === 'edit') {
      edit(active, key.typed);
      if (event.key === 'Process') return;
    } else if (key.act === 'clear') state.type([{ ...active, text: '' }]);
    else if (key.act === 'cancel') go(active);
    else if (!state.undo()) return;
    event.preventDefault();
    event.stopPropagation();
  };
  const paste = useEffectEvent((event: ClipboardEvent) => {
    const focused = document.activeElement;
    const copied = event.clipboardData?.getData('text/plain') ?? '';
    if (!active || copied === '' || isDialogOpen() || !focused || !table.current?.contains(focused)) return;
    if (!isCellOf(focused)) return;
    const block = blockOf(copied);
    // one value is for the text that is being edited
    if (editing !== null && block.length === 1 && block[0]?.length === 1) return;
    event.preventDefault();
    commit();
    go(active);
    const pasted = pastedGoals(rows, active, block);
    if (isUnderstood(pasted)) state.type(pasted.cells);
    else onPreview(pasted);
  });
  useEffect(() => {
    const handle = (event: ClipboardEvent) => paste(event);
    document.addEventListener('paste', handle);
    return () => document.removeEventListener('paste', handle);
  }, []);
  return {
    draft,
    active,
    editing,
    setEditing,
    edit,
    commit,
    press: (event, cell) => {
      const isAgain = cell.objId === active?.objId && cell.month === active.month;
      // the finger has no second button and no keys: a cell that is chosen already is edited
      if (isAgain && document.activeElement === event.currentTarget) edit(cell, null);
      else {
        commit();
        go(cell);
      }
      event.preventDefault();
    },
    handleKey,
  };
}

const isCellOf = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.closest('[data-cell]') !== null;

function focusCell(table: HTMLTableElement | null, { objId, month }: GoalCell): void {
  const cell = table?.querySelector<HTMLElement>(`[data-cell="${objId} ${month}"]`);
  const input = cell?.querySelector('input');
  (input ?? cell)?.focus({ preventScroll: true });
  // what is typed goes on behind what is there
  input?.setSelectionRange(input.value.length, input.value.length);
  cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}
