import { sql } from 'kysely';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { reasonInput } from '#shared/record/states/state-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import {
  declaredState,
  isStaged,
  stateColumns,
  type StateColumn,
  type Transition,
} from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { changeForGood, changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { lockedRow, lockRecords, lockRows, refuseMoved } from '#server/record/write/lock-records.ts';
import type { Where } from '#server/record/query/where.ts';
import { recordModule } from '#server/record/registry.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { stateRefusals, throwRefused } from '#server/record/states/refusals.ts';
import { isSaid, requireReason } from '#server/record/states/reasons.ts';
import { stagesOf, type Stage } from '#server/record/states/stages.ts';
import type { TransitionRow } from '#server/record/states/transition-rules.ts';

export interface AskedTransition {
  readonly ids: readonly number[];
  readonly column: StateColumn;
  /** Name of the transition. */
  readonly name: string;
  /** The target state, where the transition lets the caller choose. */
  readonly to?: number | undefined;
  readonly input?: z.output<typeof reasonInput> | undefined;
  readonly versions?: Readonly<Record<string, number>> | undefined;
}

export interface TransitionOptions {
  /** Records that may be changed, a condition on the alias `r`. */
  readonly reach: Where;
  /** Whether a person may undo it, if the declaration allows that. */
  readonly mayUndo: boolean;
  /** For the log. */
  readonly details?: Readonly<Record<string, string | number>>;
  /** As in `OperationHead`. */
  readonly partOf?: number | undefined;
  /** The records, if the caller has locked them by `lockForTransition` and not changed them since. */
  readonly locked?: readonly TransitionRow[] | undefined;
}

export interface StateAnswer {
  readonly operationId: number | null;
  readonly count: number;
}

/** @throws AppError `state.unknown` */
export function transitionOf({ transitions }: StateColumn, name: string): Transition {
  const transition = Object.hasOwn(transitions, name) ? transitions[name] : undefined;
  if (!transition) throw new AppError('state.unknown');
  return transition;
}

/**
 * Changes the state of records, all or none: locks them, checks the source state of each, asks the guard, writes state,
 * before-images and one event each in one statement, and runs the effect, in the caller's transaction. Of two
 * concurrent calls the later one sees the state set by the first, and reports by whom.
 * @throws AppError `access.record`, `record.conflict`, `state.*`, `record.locked_field` and what the guard refuses;
 * each with the refused records in its details
 */
export async function applyTransition(
  db: Database,
  actor: Actor,
  type: RecordType,
  asked: AskedTransition,
  { reach, mayUndo, details = {}, partOf, locked: known }: TransitionOptions,
): Promise<StateAnswer> {
  const { column, name, input = {} } = asked;
  const transition = transitionOf(column, name);
  const target = targetOf(transition, asked);
  await requireReason(db, actor, transition, target, input);
  const stages = isStaged(column) ? await stagesOf(db, column.values) : [];
  requireState(column, stages, target);
  const rules = recordModule(type.code).rules.transitions?.[column.column]?.[name];
  const locked = known ?? (await lockForTransition(db, actor, type, column, asked.ids, { reach }));
  const refusals = await stateRefusals(db, actor, type, { column, transition, target, stages }, locked);
  throwRefused(actor, transition, locked, refusals);
  await refuseMoved(db, actor, type, locked, asked.versions);
  const rows = locked.filter(({ row }) => row[column.column] !== target);
  const ids = rows.map(({ id }) => id);
  if (rules?.guard) throwRefused(actor, transition, rows, await rules.guard(db, actor, rows, { to: target }));
  const change: BulkChange = {
    verb: transition.verb ?? 'state_changed',
    access: permissionOf(type, transition.action),
    set: { [column.column]: sql`${target}::int`, ...rules?.set?.() },
    touches: !transition.isUntouching,
    changes: changesOf(column, stages, target),
    details: { ...reasonOf(input), ...details, column: column.column, transition: name, status: target },
    partOf,
  };
  let operationId: number | null = null;
  if (mayUndo && transition.isUndoable !== false) operationId = await changeMany(db, actor, type, ids, change);
  else await changeForGood(db, actor, type, ids, change);
  await rules?.effect?.(db, actor, rows, { ...input, to: target, operationId });
  return { operationId, count: ids.length };
}

/**
 * Locks records with every column that decides whether a transition of this column of states may start; with all of
 * them, where the type has guards or effects that get them. Without a column there is none. @throws AppError
 * `access.record`
 */
export async function lockForTransition(
  db: Database,
  actor: Actor,
  type: RecordType,
  column: StateColumn | undefined,
  ids: readonly number[],
  options: { readonly reach: Where; readonly isPartial?: boolean; readonly mayBeReferredTo?: boolean },
): Promise<TransitionRow[]> {
  const rules = column && recordModule(type.code).rules.transitions?.[column.column];
  if (Object.values(rules ?? {}).some(({ guard, effect }) => guard ?? effect)) return lockRows(db, type, ids, options);
  const columns = columnsOf(type);
  const rows = await lockRecords<Record<string, unknown>>(db, actor, type, ids, { ...options, columns });
  return rows.map((row) => ({ ...row, row }));
}

/** Every column that decides whether a transition may start. */
const columnsOf = (type: RecordType): string[] => [
  ...new Set(stateColumns(type).flatMap((one) => (isStaged(one) ? [one.column, one.values.groupField] : [one.column]))),
];

function targetOf({ to }: Transition, asked: AskedTransition): number {
  const target = to === 'chosen' ? asked.to : to;
  if (target === undefined) throw new AppError('state.unknown');
  return target;
}

/** @throws AppError `state.unknown` for a state that the column does not have */
function requireState(column: StateColumn, stages: readonly Stage[], target: number): void {
  const isKnown = isStaged(column) ? stages.some(({ id }) => id === target) : declaredState(column, target);
  if (!isKnown) throw new AppError('state.unknown');
}

const reasonOf = ({ reason, remark }: NonNullable<AskedTransition['input']>): Record<string, string> => ({
  ...(reason === undefined ? {} : { reason }),
  ...(isSaid(remark) ? { remark } : {}),
});

/** SQL of the change for the log. A stage has its current name. */
function changesOf(column: StateColumn, stages: readonly Stage[], target: number) {
  const own = sql.ref(`r.${column.column}`);
  const names = JSON.stringify(Object.fromEntries(stages.map(({ id, name }) => [id, name])));
  const called = isStaged(column)
    ? sql`, 'fromText', ${names}::jsonb -> ${own}::text, 'toText', ${names}::jsonb -> ${String(target)}::text`
    : sql``;
  return sql`jsonb_build_array(jsonb_build_object('id', ${column.column}::text, 'name', ${column.fieldName}::text,
    'from', ${own}, 'to', ${target}::int${called}))`;
}

/** Locked records with the columns of their rows, in the order of their ids. */
export async function transitionRows(db: Database, type: RecordType, ids: readonly number[]): Promise<TransitionRow[]> {
  const stored = await storedRows(db, type, ids);
  return stored.map((row) => lockedRow(type, row));
}
