import { z } from 'zod';
import { versions } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { offeredTransitions, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { jsonText, optionalId, optionalLongText, optionalText, someIds, text } from '#shared/wire/values.ts';

/** The reason of a change: one of the declared reasons, and free text. */
export const reasonInput = z.object({ reason: optionalText(60), remark: optionalLongText(500) });

/** A record that refused a transition, in the details of the error. */
const refusedRecord = z.object({ id: z.int(), name: z.string(), msg: z.string() });
export const refusedRecords = z.object({ refused: z.array(refusedRecord) });
export type RefusedRecord = z.infer<typeof refusedRecord>;

/** Transitions without a call of their own. */
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
      /** The column; may be omitted when the call has only one. */
      column: optionalText(60),
      transition: text(60),
      /** The target state, for transitions that let the caller choose. */
      to: optionalId,
      input: z.preprocess(jsonText, reasonInput.optional()),
      versions,
    }),
    /** `operationId` undoes it; null if it cannot be undone. */
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

/** The calls that change states of a type: one for all columns, and one for each that has its own path. */
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

/** The call of a column; undefined when all its transitions have their own call, or people cannot change it. */
export const stateCallOf = (type: RecordType, column: StateColumn): StateCall | undefined =>
  stateCalls(type).find(({ path }) => path === pathOf(type, column));

/** The columns of a call. */
export const columnsOf = (type: RecordType, { path }: StateCall): readonly StateColumn[] =>
  stateColumns(type).filter((column) => byStateCall(column).length > 0 && pathOf(type, column) === path);
