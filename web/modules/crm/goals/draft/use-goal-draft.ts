import { useState } from 'react';
import type { GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { isHeld, noDraft, withoutStored, withTyped, type GoalCell, type GoalDraft } from './goal-draft.ts';

export interface DraftState {
  readonly draft: GoalDraft;
  readonly type: (cells: readonly (GoalCell & { readonly text: string })[]) => void;
  /** Takes the last typed, pasted or copied back; false when there is nothing left. */
  readonly undo: () => boolean;
  readonly mayUndo: boolean;
  readonly discard: () => void;
}

/** What is typed into the goals of these rows and not saved yet, step by step. */
export function useGoalDraft(rows: readonly GoalRow[]): DraftState {
  const [steps, setSteps] = useState<readonly GoalDraft[]>([]);
  const typed = steps.at(-1) ?? noDraft;
  // once it is saved, the page shows what others make of the goals
  const draft = withoutStored(typed, rows);
  if (draft.size === 0 && typed.size > 0) setSteps([]);
  return {
    draft,
    type: (cells) => {
      if (cells.every((cell) => isHeld(draft, rows, cell))) return;
      setSteps((before) => [...before, withTyped(before.at(-1) ?? noDraft, rows, cells)]);
    },
    undo: () => {
      if (steps.length === 0) return false;
      setSteps(steps.slice(0, -1));
      return true;
    },
    mayUndo: steps.length > 0,
    discard: () => setSteps([]),
  };
}
