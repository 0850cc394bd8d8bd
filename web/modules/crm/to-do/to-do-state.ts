import { useAddress } from '#web/lib/screen/address.ts';
import { toDoKinds, whose, type ToDoKey } from '#shared/crm/to-do-calls.ts';

const keys = Object.keys(toDoKinds) as ToDoKey[];

/** The kinds with counters, in the order of the menu. */
export const offeredKinds = (counts: Readonly<Record<string, number>>): ToDoKey[] =>
  keys.filter((key) => counts[key] !== undefined);

/** What is shown of a kind; kept in the address next to the state of the list. */
export interface ToDoView {
  readonly state: number;
  readonly sub: number;
}

/** The content of the list has changed: these belong to the previous one. */
const outdated = ['page', 'after', 'rowId'];

function viewOf(params: URLSearchParams, kind: ToDoKey): ToDoView {
  const { states, hasSub } = toDoKinds[kind];
  const asked = Number(params.get('state'));
  return {
    state: Number.isInteger(asked) && asked >= 1 && asked <= states ? asked : 1,
    sub: hasSub && params.get('sub') === String(whose.subordinates) ? whose.subordinates : whose.mine,
  };
}

export function useToDoView(kind: ToDoKey) {
  const [params, changeParams] = useAddress();
  const change = (next: Partial<ToDoView>) =>
    changeParams((after) => {
      for (const name of outdated) after.delete(name);
      const { state, sub } = { ...viewOf(after, kind), ...next };
      after.set('kind', kind);
      after.set('state', String(state));
      after.set('sub', String(sub));
      return after;
    });
  return { view: viewOf(params, kind), change };
}
