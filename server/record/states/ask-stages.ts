import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { defaultLabel } from '#server/record/fields/field-set.ts';
import type { Values } from '#server/record/registry.ts';
import type { Change } from '#server/record/rows/events.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import { applyTransition, transitionOf } from '#server/record/states/apply.ts';
import { stagesOf } from '#server/record/states/stages.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { isBlank, textOf } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stageKeys, stagesInForms } from '#shared/record/states/asked-stages.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The stages that a form asks for, by column. */
export type AskedStages = Readonly<Record<string, number>>;

/** The stages among the values of a save. @throws AppError `state.unknown` */
export function askedStages(type: RecordType, entity: Readonly<Record<string, unknown>>): AskedStages {
  return Object.fromEntries(
    stagesInForms(type).flatMap(({ column }) => {
      const raw = stageKeys(column)
        .map((key) => entity[key])
        .find((value) => !isBlank(value));
      if (raw === undefined) return [];
      const stage = Number(textOf(raw) ?? Number.NaN);
      if (!Number.isSafeInteger(stage) || stage <= 0) throw new AppError('state.unknown');
      return [[column.column, stage] as const];
    }),
  );
}

/**
 * A new record begins in a stage of its group. The stages stay locked, so that nobody takes one away meanwhile.
 * @throws AppError `state.not_in_group`
 */
export async function requireOwnStages(
  db: Database,
  { language }: Actor,
  type: RecordType,
  asked: AskedStages,
  next: Values,
): Promise<void> {
  for (const { column } of stagesInForms(type)) {
    const wanted = asked[column.column];
    if (wanted === undefined) continue;
    const { groupField } = column.values;
    const found = (await stagesOf(db, column.values)).find(({ id }) => id === wanted);
    if (found && found.group === next[groupField]) continue;
    const params = { name: defaultLabel(type, column.fieldName, language) };
    throw new AppError('state.not_in_group', params, { fieldName: column.column });
  }
}

/** A saved record whose form asked for stages. */
interface SavedRecord {
  readonly id: number;
  readonly row: StoredRow;
  readonly asked: AskedStages;
  /** The version that the client had seen. */
  readonly seen: number | undefined;
}

/**
 * Enters the stages that the form of a changed record asked for, as a step of its own in the log; answers how many. A stage
 * that somebody else has changed meanwhile is a conflict.
 * @throws AppError `record.conflict`, `access.denied` and what `applyTransition` refuses
 */
export async function enterAskedStages(
  db: Database,
  actor: Actor,
  type: RecordType,
  { id, row, asked, seen }: SavedRecord,
): Promise<number> {
  let entered = 0;
  for (const { column, transition } of stagesInForms(type)) {
    const to = asked[column.column];
    if (to === undefined || to === (await stageNow(db, type, column.column, id))) continue;
    if (seen !== undefined && seen < row.version) await refuseMovedStage(db, actor, type, row, column, seen);
    if (!actor.mayDo(permissionOf(type, transitionOf(column, transition).action))) throw new AppError('access.denied');
    const reach = scoped(actor, type, 'write').where;
    const asking = { ids: [id], column, name: transition, to };
    entered += (await applyTransition(db, actor, type, asking, { reach, mayUndo: true })).count;
  }
  return entered;
}

async function stageNow(db: Database, { table, idColumn }: RecordType, column: string, id: number): Promise<unknown> {
  const { rows } = await sql<{ stage: number | null }>`
    select ${sql.ref(column)} as stage from ${sql.table(table)} where ${sql.ref(idColumn)} = ${id}`.execute(db);
  return rows[0]?.stage ?? null;
}

async function refuseMovedStage(
  db: Database,
  actor: Actor,
  type: RecordType,
  row: StoredRow,
  { column, fieldName }: { readonly column: string; readonly fieldName: string },
  seen: number,
): Promise<void> {
  const id = Number(row[type.idColumn]);
  const { rows } = await sql<{ changes: Change[]; actor_id: number }>`
    select changes, actor_id from event
    where type_code = ${type.code} and record_id = ${id} and version > ${seen} and version <= ${row.version}
      and changes @> ${JSON.stringify([{ id: column }])}::jsonb
    order by event_id desc limit 1`.execute(db);
  const [last] = rows;
  if (!last) return;
  const editor = (await directoryOf(db, actor.rights.version)).user(last.actor_id) ?? '';
  const name = defaultLabel(type, fieldName, actor.language);
  const shown = {
    fieldName: column,
    current: textOf(row[fieldName]) ?? '',
    value: row[column],
    editor,
  };
  const detail = { ...shown, version: row.version, overlaps: [{ ...shown, name }] };
  throw new AppError('record.conflict', { name, editor }, detail);
}
