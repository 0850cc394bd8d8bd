import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumn, stateColumns, type StateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { defaultLabel } from '#server/record/fields/field-set.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import {
  applyTransition,
  transitionOf,
  type AskedTransition,
  type StateAnswer,
  type TransitionOptions,
} from '#server/record/states/apply.ts';

/**
 * Changes the state of records for a person who may write them and has the right to the transition. One action, one
 * undo if the declaration allows it.
 * @throws AppError `state.driven`, `access.denied` and what `applyTransition` refuses
 */
export async function changeState(
  db: Database,
  actor: Actor,
  type: RecordType,
  asked: AskedTransition,
): Promise<StateAnswer> {
  const { column, name } = asked;
  const { action } = transitionOf(column, name);
  if (column.driver !== undefined)
    throw new AppError('state.driven', { field: defaultLabel(type, column.fieldName, actor.language) });
  if (!actor.mayDo(permissionOf(type, action))) throw new AppError('access.denied');
  return applyTransition(db, actor, type, asked, { reach: scoped(actor, type, 'write').where, mayUndo: true });
}

/** Input of a transition's own call. */
interface OwnInput extends Readonly<Record<string, unknown>> {
  readonly ids: readonly number[];
  readonly versions?: Readonly<Record<string, number>> | undefined;
}

/** As `changeState`, for the transition whose own call has this path and body. */
export async function changeByCall(
  db: Database,
  actor: Actor,
  type: RecordType,
  path: string,
  input: OwnInput,
): Promise<Act> {
  const { ids, versions } = input;
  const [found] = stateColumns(type).flatMap((column) =>
    Object.entries(column.transitions)
      .filter(
        ([, { call }]) =>
          call?.path === path && Object.entries(call.body).every(([key, value]) => input[key] === value),
      )
      .map(([name]) => ({ column, name })),
  );
  if (!found) throw new AppError('state.unknown');
  const { operationId, count } = await changeState(db, actor, type, { ...found, ids, versions });
  if (operationId === null) throw new Error(`${path} has to be declared so that it can be taken back`);
  return { operationId, count };
}

interface DriveContext
  extends Pick<AskedTransition, 'to' | 'input' | 'versions'>, Pick<TransitionOptions, 'locked' | 'partOf'> {
  /** Which process drives. */
  readonly driver: NonNullable<StateColumn['driver']>;
  /** The person named in the log. */
  readonly actor: Actor;
  /** For the log. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** The actor may undo it, if the declaration allows that; by default only another step of the process reverts it. */
  readonly mayUndo?: boolean;
}

/**
 * Changes the state of records for the process that owns the column, which is responsible for permissions: people who
 * decide on a record need not be able to write it.
 * @throws AppError what `applyTransition` refuses
 * @internal
 */
export async function driveState(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  column: string,
  transition: string,
  { driver, actor, details = {}, mayUndo = false, locked, partOf, ...asked }: DriveContext,
): Promise<StateAnswer> {
  const driven = stateColumn(type, column);
  if (!driven) throw new AppError('state.unknown');
  if (driven.driver !== driver) throw new Error(`${type.name}.${column} is not driven by ${driver}`);
  const { live } = system('the process that drives a state has found out who may bring it about', type);
  return applyTransition(
    db,
    actor,
    type,
    { ...asked, ids, column: driven, name: transition },
    { reach: live, mayUndo, details, locked, partOf },
  );
}
