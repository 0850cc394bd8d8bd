import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { offeredTransitions, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { jsonText, optionalId, optionalText, someIds, text } from '#shared/wire/values.ts';

/** Why something was done: the value of one of the declared reasons, and words of one's own. */
export const reasonInput = z.object({ reason: optionalText(60), remark: optionalText(500) });

/** A record that a transition was refused for, in the details of the refusal. */
const refusedRecord = z.object({ id: z.int(), name: z.string(), msg: z.string() });
export const refusedRecords = z.object({ refused: z.array(refusedRecord) });
export type RefusedRecord = z.infer<typeof refusedRecord>;

/** Transitions that have no call of their own. */
const byStateCall = (column: StateColumn) =>
  offeredTransitions(column).filter(([, transition]) => transition.call === undefined);

const pathOf = (type: RecordType, { path = 'changeState' }: StateColumn): string => `${type.family}/${path}`;

function stateCallAt(type: RecordType, path: string, columns: readonly StateColumn[]) {
  const actions = columns.flatMap((column) => byStateCall(column).map(([, { action }]) => action));
  return endpoint({
    path,
    access: [...new Set(actions)].map((action) => permissionOf(type, action)),
    ids: { ids: type.name, to: 'reference' },
    effect: 'write',
    input: z.object({
      ids: someIds,
      /** Which of the columns; may be left out where the call is about one. */
      column: optionalText(60),
      transition: text(60),
      /** The state that is entered, where the transition lets one choose. */
      to: optionalId,
      input: z.preprocess(jsonText, reasonInput.optional()),
      versions,
    }),
    /** `operationId` takes it back; null for what cannot be taken back. */
    output: z.object({ operationId: z.int().nullable(), count: z.int() }),
    codes: [
      'access.record',
      'access.denied',
      'record.conflict',
      'record.locked_field',
      'state.unknown',
      'state.driven',
      'state.from',
      'state.moved',
      'state.refused',
      'state.stage',
      'state.reason',
    ],
  });
}
export type StateCall = ReturnType<typeof stateCallAt>;

const known = new WeakMap<RecordType, readonly StateCall[]>();

/** The calls that change states of a type: one for all columns, and one for each that has a path of its own. */
export function stateCalls(type: RecordType): readonly StateCall[] {
  const calls = known.get(type);
  if (calls) return calls;
  const columns = stateColumns(type).filter((column) => byStateCall(column).length > 0);
  const made = [...Map.groupBy(columns, (column) => pathOf(type, column))].map(([path, those]) =>
    stateCallAt(type, path, those),
  );
  known.set(type, made);
  return made;
}

/** The call of a column; undefined where each of its transitions has one of its own, or people do not change it. */
export const stateCallOf = (type: RecordType, column: StateColumn): StateCall | undefined =>
  stateCalls(type).find(({ path }) => path === pathOf(type, column));

/** The columns that a call is about. */
export const columnsOf = (type: RecordType, { path }: StateCall): readonly StateColumn[] =>
  stateColumns(type).filter((column) => byStateCall(column).length > 0 && pathOf(type, column) === path);
