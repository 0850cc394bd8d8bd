import { CopyOutlined, UndoOutlined } from '@ant-design/icons';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Button } from 'antd';
import { useState } from 'react';
import { isCallError } from '#web/lib/http/call-error.ts';
import { callQuery, refreshCalls, useAction } from '#web/lib/http/queries.ts';
import { textOf, useText } from '#web/lib/i18n/i18n.ts';
import { useIsPhone } from '#web/lib/screen/is-phone.ts';
import { useShortcut } from '#web/lib/shortcuts.ts';
import { toast } from '#web/ui/feedback.tsx';
import { PageState } from '#web/ui/states/page-state.tsx';
import { useUnsavedChanges } from '#web/ui/unsaved-changes.ts';
import { goalCalls, type GoalRow } from '#shared/crm/goals/goal-calls.ts';
import { goalTypes } from '#shared/crm/goals/goal.ts';
import { CopyDialog } from './copy-dialog.tsx';
import type { GoalView } from './goal-address.ts';
import { GoalCards } from './goal-cards.tsx';
import {
  changedGoals,
  draftMonths,
  noDraft,
  unreadCells,
  type GoalCell,
} from '#web/modules/crm/goals/draft/goal-draft.ts';
import { GoalGrid, type GoalTableProps } from './goal-grid.tsx';
import styles from './goals.module.css';
import { sumsOf } from '#web/modules/crm/goals/draft/sums-below.ts';
import { useGoalDraft } from '#web/modules/crm/goals/draft/use-goal-draft.ts';
import { useMonthNames } from './month-names.ts';

interface GoalEditorProps {
  readonly view: GoalView & { readonly deptId: number };
  /** Goes down to a department. */
  readonly onEnter: (deptId: number) => void;
}

/** The goals of a department and its children, or of its people, beside what its children come to. */
export function GoalEditor({ view, onEnter }: GoalEditorProps) {
  const { year, status, deptId } = view;
  const goalsOf = (type: number) => ({
    ...callQuery(goalCalls.list, { year, status, deptId, type }),
    // what one is typing over does not change underneath
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const depts = useQuery(goalsOf(goalTypes.dept));
  const people = useQuery(goalsOf(goalTypes.user));
  return (
    <PageState query={depts} isEmpty={() => false}>
      {([own, ...below]) => (
        <PageState query={people} isEmpty={() => false}>
          {(persons) => own && <Goals view={view} own={own} below={below} people={persons} onEnter={onEnter} />}
        </PageState>
      )}
    </PageState>
  );
}

interface GoalsProps extends GoalEditorProps {
  readonly own: GoalRow;
  readonly below: readonly GoalRow[];
  readonly people: readonly GoalRow[];
}

function Goals({ view, own, below, people, onEnter }: GoalsProps) {
  const text = useText();
  const isPhone = useIsPhone();
  const client = useQueryClient();
  const months = useMonthNames();
  const rows = view.type === goalTypes.dept ? [own, ...below] : people;
  const state = useGoalDraft(rows);
  const { draft } = state;
  const [isCopying, setCopying] = useState(false);
  /** The cell to go to, for one that is in the way of a save. */
  const [wanted, setWanted] = useState<GoalCell | null>(null);
  const [isEditing, setEditing] = useState(false);
  const hasChanges = draft.size > 0 || isEditing;
  useUnsavedChanges(hasChanges);
  const save = useAction(goalCalls.save, {
    refreshes: [goalCalls.list],
    onDone: () => toast.success(textOf('goal.saved')),
  });
  const submit = () => {
    const [unread] = unreadCells(draft, rows);
    if (unread) {
      setWanted({ ...unread });
      const object = rows.find(({ objId }) => objId === unread.objId)?.name ?? '';
      toast.error(text('goal.amount', { object, name: months[unread.month] ?? '' }));
      return;
    }
    if (draft.size === 0) return;
    save.mutate(
      { data: changedGoals(draft, rows) },
      {
        // what is typed stays, over what somebody else has saved meanwhile
        onError: (error) => {
          if (isCallError(error) && error.code === 409) void refreshCalls(client, goalCalls.list);
        },
      },
    );
  };
  useShortcut('Control+Enter', () => hasChanges && submit(), { whileTyping: true });
  // what is typed belongs to the rows that are shown: a person may have the number of a department
  const [deptDraft, peopleDraft] = view.type === goalTypes.dept ? [draft, noDraft] : [noDraft, draft];
  const ownMonths = draftMonths(deptDraft, own);
  const sums = sumsOf([
    ...below.map((row) => draftMonths(deptDraft, row)),
    ...people.map((row) => draftMonths(peopleDraft, row)),
  ]);
  const parts: GoalTableProps = {
    isOfPeople: view.type === goalTypes.user,
    own,
    ownMonths,
    sums,
    rows,
    state,
    months,
    wanted,
    onEnter,
    onEditing: setEditing,
  };
  return (
    <>
      {isPhone ? <GoalCards {...parts} /> : <GoalGrid {...parts} />}
      {rows.length === 0 && <p className={styles['none']}>{text('goal.nobody')}</p>}
      <footer className={styles['foot']}>
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => setCopying(true)}>
          {text('goal.copy')}
        </Button>
        <Button icon={<UndoOutlined aria-hidden />} disabled={!state.mayUndo} onClick={state.undo}>
          {text('goal.undo')}
        </Button>
        {draft.size > 0 && <Button onClick={state.discard}>{text('form.discard')}</Button>}
        <Button type="primary" disabled={!hasChanges} loading={save.isPending} onClick={submit}>
          {draft.size > 0 ? text('goal.save', { count: draft.size }) : text('action.save')}
        </Button>
      </footer>
      {isCopying && <CopyDialog view={view} rows={rows} state={state} onClose={() => setCopying(false)} />}
    </>
  );
}
