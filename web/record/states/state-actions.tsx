import { call } from '#web/lib/http/client.ts';
import { isCallError } from '#web/lib/http/call-error.ts';
import { textOf } from '#web/lib/i18n/i18n.ts';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { isLocked, stateIn } from '#web/record/states/record-states.ts';
import { notice, toast } from '#web/ui/feedback.tsx';
import type { ActionAnswer, Move, RecordAction } from '#web/record/record-screen.ts';
import { type Row, idsOf } from '#web/record/row.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { refusedRecords, stateCallOf } from '#shared/record/states/state-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import {
  offeredTransitions,
  startsIn,
  stateColumns,
  type StateColumn,
  type Transition,
} from '#shared/record/states/state.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';

const StateDialog = lazyOverlay(() => import('#web/record/states/state-dialog.tsx'), 'StateDialog');

/**
 * People's actions on the states of records, in declaration order, offered where the states allow it. The callers pass
 * transitions with their own call; one that is not passed is left out.
 */
export const stateActions = (type: RecordType, own: readonly Endpoint[] = []): RecordAction[] =>
  stateColumns(type).flatMap((column) =>
    offeredTransitions(column).flatMap(([name, transition]) => {
      const enter = enterBy(type, column, name, transition, own);
      return enter ? [actionOf(type, name, { column, transition, enter })] : [];
    }),
  );

function actionOf(type: RecordType, name: string, move: Move): RecordAction {
  const { column, transition } = move;
  const { label, action, question, to, reason, isDangerous = false } = transition;
  const base = {
    key: `${column.column}.${name}`,
    label,
    access: permissionOf(type, action),
    isDangerous,
    fits: (rows: readonly Row[]) => fits(type, column, transition, rows),
    move,
  };
  if (to === 'chosen' || reason) return { ...base, Dialog: (props) => <StateDialog {...props} move={move} /> };
  return { ...base, question, perform: (rows) => move.enter(rows, to) };
}

/** All records or none are changed; where records already in the target state are skipped, one to change is enough. */
function fits(type: RecordType, column: StateColumn, transition: Transition, rows: readonly Row[]): boolean {
  const begins = (row: Row) => startsIn(transition, stateIn(column, row)) && !isLocked(type, row, column.column);
  return transition.isRepeatable ? rows.some(begins) : rows.every(begins);
}

function enterBy(
  type: RecordType,
  column: StateColumn,
  name: string,
  { call: ownCall }: Transition,
  own: readonly Endpoint[],
): Move['enter'] | null {
  if (ownCall) {
    const endpoint = own.find(({ path }) => path === ownCall.path);
    if (!endpoint) return null;
    return (rows) => performed(() => call(endpoint, { ids: idsOf(type, rows), ...ownCall.body }, { quiet: true }));
  }
  const endpoint = stateCallOf(type, column);
  if (!endpoint) return null;
  return (rows, to, input) =>
    performed(() => {
      const versions = Object.fromEntries(rows.map((row) => [String(row[type.idKey]), Number(row['version'])]));
      const asked = { column: column.column, transition: name, to, versions, ...(input ? { input } : {}) };
      return call(endpoint, { ids: idsOf(type, rows), ...asked }, { quiet: true });
    });
}

/** Reports why it was refused: for several records, each by name. */
export async function performed(perform: () => Promise<unknown>): Promise<ActionAnswer> {
  try {
    return (await perform()) as ActionAnswer;
  } catch (error) {
    if (!isCallError(error)) throw error;
    const { data } = refusedRecords.safeParse(error.detail);
    if (data && data.refused.length > 1) {
      const lines = data.refused.map(({ name, msg }) => textOf('state.refused_line', { name, msg }));
      void notice({ title: error.msg, text: lines.join('\n') });
    } else if (error.fault !== 'aborted' && error.msg !== '') toast.error(error.msg);
    throw error;
  }
}
