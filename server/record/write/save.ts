import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { claimBatch } from '#server/platform/files/batches.ts';
import { attachBatch } from '#server/platform/files/files.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { isBatchId } from '#shared/record/field-types/file.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import { permissionOf, type SaveConflict } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import { customKey, fieldColumn } from '#server/record/fields/columns.ts';
import { recordEvents, type Change, type RecordVerb } from '#server/record/write/events.ts';
import { fieldsOf, labelOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { insertRecords } from '#server/record/write/insert.ts';
import {
  checkRecord,
  parseHeld,
  parseValue,
  recordProblems,
  refusal,
  sameValue,
  normalised,
  type UnlistedValue,
} from '#server/record/write/input.ts';
import { recordModule, type RuleProblem, type Values } from '#server/record/registry.ts';
import { requireQuota } from '#server/record/ownership/quota.ts';
import { fieldText, namesOn, rowColumns, valueOf, valuesOf, type StoredRow } from '#server/record/rows/row.ts';
import { scoped } from '#server/record/access/scope.ts';
import { requireRelated } from '#server/record/rows/related.ts';
import { checkUnique } from '#server/record/write/unique.ts';

export interface SaveRequest {
  /** Absent for a new record. */
  readonly id?: number;
  /** Version the client has seen; without it only the sent fields are written (security C10). */
  readonly version?: number;
  readonly batchId?: string;
  /** Owner of a new record; the actor unless an import chooses. */
  readonly ownerUserId?: number;
  /** The record as it is, when the caller has locked it in the actor's reach to write. */
  readonly locked?: StoredRow | undefined;
  readonly values: Values;
  readonly unlisted?: readonly UnlistedValue[];
  /** How the log calls it. */
  readonly verb?: RecordVerb;
  readonly details?: Readonly<Record<string, string | number>>;
  /** The right that a change takes in place of that to edit. */
  readonly right?: Permission;
}

export interface Saved {
  readonly id: number;
  readonly title: string;
  readonly version: number;
  readonly created: boolean;
}

/** Creates or changes one record: authorise, lock, validate, persist and log, in the caller's transaction (design §5). */
export async function saveRecord(db: Database, actor: Actor, type: RecordType, request: SaveRequest): Promise<Saved> {
  const fields = await fieldsOf(db, actor, type);
  return request.id === undefined
    ? create(db, actor, type, fields, request)
    : change(db, actor, type, fields, request.id, request);
}

async function create(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  request: SaveRequest,
): Promise<Saved> {
  if (!actor.mayDo(permissionOf(type, 'save'))) throw new AppError('access.denied');
  // a new record holds nothing yet: this throws
  for (const { field, raw } of request.unlisted ?? []) parseValue(field, raw);
  const sent = normalised(fields, request.values);
  const next: Values = Object.fromEntries(fields.all.map((field) => [field.fieldName, sent[field.fieldName] ?? null]));
  refuseReadOnly(fields.all.filter((field) => next[field.fieldName] !== null && !isDefault(field, next)));
  checkNew(type, fields, next);
  await requireRelated(db, actor, fields.all, next);
  await checkUnique(db, type, fields.all, next, undefined);
  const batchId = request.batchId ?? randomUUID();
  if (!isBatchId(batchId)) throw new AppError('input.field', { field: 'batchId' });
  // a batch that hangs on something already is no place for a new record, whoever's it is (security A5)
  if ((await claimBatch(db, actor, batchId)).type_code !== null) throw new AppError('access.record');
  const record = { values: next, batchId, ownerUserId: request.ownerUserId ?? actor.userId };
  await requireQuota(db, type, record.ownerUserId, 'new');
  const log = {
    verb: request.verb ?? ('created' as const),
    ...(request.details ? { details: request.details } : {}),
  };
  const [id = 0] = await insertRecords(db, actor, type, fields, [record], log);
  await attachFiles(db, actor, type, fields, id, batchId, next);
  return { id, title: String(next[type.titleField] ?? ''), version: 1, created: true };
}

async function change(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  id: number,
  request: SaveRequest,
): Promise<Saved> {
  if (!actor.mayDo(request.right ?? permissionOf(type, 'update'))) throw new AppError('access.denied');
  const row = request.locked ?? (await lockRow(db, actor, type, id));
  requireOpen(type, [row], actor.language);
  const previous = valuesOf(row, fields);
  const held = (request.unlisted ?? []).map(({ field, raw }) => {
    const value = parseHeld(field, raw, previous[field.fieldName] ?? null);
    return [field.fieldName, value] as const;
  });
  const values = normalised(fields, { ...request.values, ...Object.fromEntries(held) }, previous);
  const changes = fields.all.filter((field) => {
    const value = values[field.fieldName];
    return value !== undefined && !sameValue(value, previous[field.fieldName] ?? null);
  });
  refuseReadOnly(changes);
  if (request.version !== undefined && request.version !== row.version) {
    await refuseOverlap(db, actor, type, row, changes, request.version);
  }
  if (changes.length === 0)
    return { id, title: String(row[type.titleField] ?? ''), version: row.version, created: false };
  const next: Values = { ...previous, ...values };
  checkRecord(
    fields,
    next,
    changes.flatMap((field) => [field.fieldName, ...companions(fields, field)]),
  );
  checkRules(type, next, previous);
  await requireRelated(db, actor, changes, next);
  await checkUnique(db, type, changes, next, id);
  await writeChanges(db, type, id, changes, next);
  await attachFiles(
    db,
    actor,
    type,
    fields,
    id,
    null,
    Object.fromEntries(changes.map((field) => [field.fieldName, next[field.fieldName] ?? null])),
  );
  await recordEvents(db, type, actor.userId, [
    {
      verb: request.verb ?? 'changed',
      recordId: id,
      version: row.version + 1,
      changes: changes.map((field) => logged(field, previous, next)),
      details: request.details ?? {},
    },
  ]);
  return { id, title: String(next[type.titleField] ?? ''), version: row.version + 1, created: false };
}

/** @throws AppError `field.read_only`, naming the first of the fields that the actor's roles only show */
export function refuseReadOnly(changes: readonly Field[]): void {
  const field = changes.find((one) => one.readOnly);
  if (field) throw new AppError('field.read_only', { name: field.name }, { fieldName: field.fieldName });
}

/** Forms send what they are prefilled with. */
function isDefault(field: Field, values: Values): boolean {
  if (field.defaultValue === '') return false;
  const initial = fieldTypeOf(field.formType).parse(field.defaultValue, field);
  return initial.ok && sameValue(initial.value, values[field.fieldName] ?? null);
}

/** A field whose rule depends on another is checked again when that one changes, as the mobile with its area code. */
export const companions = (fields: FieldSet, field: Field): string[] => {
  if (field.companionOf !== null) return [field.companionOf];
  return fields.all.filter((other) => other.companionOf === field.fieldName).map((other) => other.fieldName);
};

export const logged = (field: Field, previous: Values, next: Values): Change => ({
  id: fieldColumn(field).id,
  // what the company calls it, whoever writes: the log tells it of custom fields that are gone
  name: field.fieldType === 0 ? field.fieldName : field.name,
  from: previous[field.fieldName] ?? null,
  to: next[field.fieldName] ?? null,
});

/** What a new record lacks, however it comes. */
export function newProblems(type: RecordType, fields: FieldSet, values: Values): RuleProblem[] {
  const names = fields.all.map((field) => field.fieldName);
  return [...recordProblems(fields, values, names), ...ruleProblems(type, values, null)];
}

/** As `newProblems`; the first is thrown. */
export function checkNew(type: RecordType, fields: FieldSet, values: Values): void {
  const [problem] = newProblems(type, fields, values);
  if (problem) throw refusal(problem);
}

const ruleProblems = (type: RecordType, next: Values, previous: Values | null): RuleProblem[] =>
  (recordModule(type.code).rules.validate ?? []).flatMap((rule) => rule(next, previous));

export function checkRules(type: RecordType, next: Values, previous: Values | null): void {
  const [problem] = ruleProblems(type, next, previous);
  if (problem) throw refusal(problem);
}

/** The row for update, when the actor may write it; absent and out of scope look the same. */
export async function lockRow(db: Database, actor: Actor, type: RecordType, id: number): Promise<StoredRow> {
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = ${id} and ${scoped(actor, type, 'write').where} for update`.execute(db);
  const row = rows[0];
  if (!row) throw new AppError('access.record');
  return row;
}

/**
 * Somebody saved meanwhile: other fields merge, the same field is a conflict with its present value (security C10). All
 * such fields are told: whoever has normalised them saves in the present version, which no longer guards any of them.
 */
async function refuseOverlap(
  db: Database,
  actor: Actor,
  type: RecordType,
  row: StoredRow,
  changes: readonly Field[],
  seen: number,
): Promise<void> {
  const { rows } = await sql<{ changes: Change[]; actor_id: number }>`
    select changes, actor_id from event
    where type_code = ${type.code} and record_id = ${Number(row[type.idColumn])} and version > ${seen} order by event_id desc`.execute(
    db,
  );
  const names = namesOn(row, changes, await directoryOf(db, actor.rights.version));
  const overlaps = changes.flatMap((field) => {
    const other = rows.find((event) => event.changes.some((one) => one.id === fieldColumn(field).id));
    if (!other) return [];
    const value = valueOf(row, field);
    const current = value === null ? '' : fieldText(field, value, names);
    const name = labelOf(type, field, actor.language);
    return [{ name, fieldName: field.fieldName, current, value, editor: names.user(other.actor_id) ?? '' }];
  });
  const [first] = overlaps;
  if (!first) return;
  const { name, ...told } = first;
  const detail: SaveConflict = { ...told, version: row.version, overlaps };
  throw new AppError('record.conflict', { name, editor: first.editor }, detail);
}

/** Fixed fields as columns, custom ones as keys of `custom`. */
function stored(fields: readonly Field[], values: Values) {
  const fixed = fields
    .filter((field) => field.fieldType === 1)
    .map((field) => ({ name: field.fieldName, value: columnValue(values[field.fieldName] ?? null) }));
  const custom: Record<string, FieldValue> = {};
  for (const field of fields) {
    if (field.fieldType === 0) custom[customKey(field)] = values[field.fieldName] ?? null;
  }
  return { fixed, custom };
}

const columnValue = (value: FieldValue) =>
  typeof value === 'object' && value !== null ? sql`${JSON.stringify(value)}::jsonb` : sql`${value}`;

/** Columns and their new values, for fields that change; empty custom values leave the row. */
export function assignments(fields: readonly Field[], values: Values): Record<string, RawBuilder<unknown>> {
  const { fixed, custom } = stored(fields, values);
  const sets = Object.fromEntries(fixed.map((part) => [part.name, sql`${part.value}`]));
  if (Object.keys(custom).length === 0) return sets;
  return { ...sets, custom: sql`jsonb_strip_nulls(custom || ${JSON.stringify(custom)}::jsonb)` };
}

/** Writes the changed fields and moves version and update time on; empty custom values leave the row. */
export async function writeChanges(
  db: Database,
  type: RecordType,
  id: number,
  fields: readonly Field[],
  values: Values,
): Promise<void> {
  const sets = Object.entries(assignments(fields, values)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`);
  await sql`
    update ${sql.table(type.table)} set ${sql.join([...sets, sql`version = version + 1`, sql`update_time = now()`])}
    where ${sql.ref(type.idColumn)} = ${id}`.execute(db);
}

/** The record's own batch and the batches of its file fields now follow the record (security A5). */
async function attachFiles(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  id: number,
  batchId: string | null,
  values: Values,
): Promise<void> {
  const batches = fields.all.filter((field) => field.formType === 'file').map((field) => values[field.fieldName]);
  for (const batch of [batchId, ...batches]) {
    if (typeof batch === 'string') await attachBatch(db, actor, batch, { typeCode: type.code, recordId: id });
  }
}
