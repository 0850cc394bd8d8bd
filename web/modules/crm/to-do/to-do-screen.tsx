import type { ComponentType } from 'react';
import { ToDoEmpty } from '#web/modules/crm/to-do/to-do-empty.tsx';
import { ToDoStates } from '#web/modules/crm/to-do/to-do-states.tsx';
import type { ToDoView } from '#web/modules/crm/to-do/to-do-state.ts';
import { decisionActions, passKey } from '#web/record/approval/list/decision-actions.tsx';
import type { RecordScreen, RecordAction } from '#web/record/record-screen.ts';
import { stateActions } from '#web/record/states/state-actions.tsx';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { isApprovalKind, toDoCalls, toDoKinds, type ToDoKey } from '#shared/crm/to-do-calls.ts';

/** Screens of the types with waiting items, by type name. */
export type ToDoScreens = Readonly<Record<(typeof toDoKinds)[ToDoKey]['type']['name'], RecordScreen>>;

/** Waiting work that is no list of records. */
export interface ToDoPanel {
  /** Its key among the counts, which leave it out when nothing waits. */
  readonly counter: string;
  readonly title: MessageKey;
  readonly Panel: ComponentType;
}

const pageSizes = [15, 30, 45, 60];

const marking = {
  followLeads: toDoCalls.setLeadsFollowup,
  followCustomer: toDoCalls.setCustomerFollowup,
} as const;

/** 标记已跟进, for the kinds about follow-ups (R20.4). */
function markActions(kind: ToDoKey): RecordAction[] {
  if (kind !== 'followLeads' && kind !== 'followCustomer') return [];
  return stateActions(toDoKinds[kind].type, [marking[kind]]);
}

const toDoKeys = Object.keys(toDoKinds) as ToDoKey[];

/** A component of each kind, made once: a new one each time would begin anew with every render. */
const ofEveryKind = (show: (kind: ToDoKey) => React.ReactNode): Readonly<Record<ToDoKey, () => React.ReactNode>> =>
  Object.fromEntries(toDoKeys.map((kind) => [kind, () => show(kind)])) as Record<ToDoKey, () => React.ReactNode>;
const banners = ofEveryKind((kind) => <ToDoStates kind={kind} />);
const empties = ofEveryKind((kind) => <ToDoEmpty kind={kind} />);

/** The screen of a type, restricted to its waiting items, with everything that its own list offers. */
export const toDoScreen = (screen: RecordScreen, kind: ToDoKey, { state, sub }: ToDoView): RecordScreen => ({
  ...screen,
  calls: { ...screen.calls, list: toDoCalls[kind] },
  words: `todo.${kind}`,
  functions: { create: null, import: null, export: null },
  acts: isApprovalKind(kind)
    ? state === 1
      ? decisionActions(screen.type)
      : []
    : [...markActions(kind), ...screen.acts],
  quickAct: isApprovalKind(kind) ? passKey : screen.quickAct,
  sheets: null,
  hasBoard: false,
  hasScenes: false,
  Banner: banners[kind],
  Empty: empties[kind],
  query: { ...(toDoKinds[kind].states > 0 ? { type: state } : {}), isSub: sub },
  pageSizes,
});
