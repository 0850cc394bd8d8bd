import { call } from '#web/lib/http/client.ts';
import { ToDoStates } from '#web/modules/crm/to-do/to-do-states.tsx';
import type { ToDoView } from '#web/modules/crm/to-do/to-do-state.ts';
import type { RecordAction } from '#web/record/actions/record-action.ts';
import type { RecordScreen } from '#web/record/record-screen.ts';
import { idsOf } from '#web/record/list/row-id.ts';
import { toDoCalls, toDoKinds, type ToDoKey } from '#shared/crm/to-do-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';

/** Screens of the types that have something waiting, by their names. */
export type ToDoScreens = Readonly<Record<(typeof toDoKinds)[ToDoKey]['type']['name'], RecordScreen>>;

const pageSizes = [15, 30, 45, 60];

const marking = {
  followLeads: toDoCalls.setLeadsFollowup,
  followCustomer: toDoCalls.setCustomerFollowup,
} as const;

/** 标记已跟进, where the kind is about that (R20.4). */
function markActions(kind: ToDoKey): RecordAction[] {
  if (kind !== 'followLeads' && kind !== 'followCustomer') return [];
  const { type } = toDoKinds[kind];
  return [
    {
      key: 'markFollowed',
      label: 'todo.mark',
      access: permissionOf(type, 'read'),
      fits: (rows) => rows.some((row) => row['followup'] === 0),
      question: { one: 'todo.mark_one', many: 'todo.mark_many' },
      perform: (rows) => call(marking[kind], { ids: idsOf(type, rows) }),
    },
  ];
}

const banners: Readonly<Record<ToDoKey, () => React.ReactNode>> = {
  todayCustomer: () => <ToDoStates kind="todayCustomer" />,
  followLeads: () => <ToDoStates kind="followLeads" />,
  followCustomer: () => <ToDoStates kind="followCustomer" />,
  putInPoolRemind: () => <ToDoStates kind="putInPoolRemind" />,
};

/** The screen of a type, showing what of it waits: everything that can be done in its own list can be done here. */
export const toDoScreen = (screen: RecordScreen, kind: ToDoKey, { state, sub }: ToDoView): RecordScreen => ({
  ...screen,
  calls: { ...screen.calls, list: toDoCalls[kind] },
  words: `todo.${kind}`,
  functions: { create: null, import: null, export: null },
  acts: [...markActions(kind), ...screen.acts],
  sheets: null,
  hasBoard: false,
  hasScenes: false,
  Banner: banners[kind],
  query: { ...(toDoKinds[kind].states > 0 ? { type: state } : {}), isSub: sub },
  pageSizes,
});
