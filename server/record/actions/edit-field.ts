import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { camelCase, type Field, type FieldValue } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedKey, relatedName } from '#shared/record/relation.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireOpen } from '#server/record/access/closed.ts';
import type { Change } from '#server/record/write/events.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { checkRecord, parseValue, sameValue, normalised } from '#server/record/write/input.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { requireRelated } from '#server/record/rows/related.ts';
import { valuesOf } from '#server/record/rows/row.ts';
import { assignments, checkRules, companions, logged, refuseReadOnly } from '#server/record/write/save.ts';
import { scoped } from '#server/record/access/scope.ts';
import { checkUnique } from '#server/record/write/unique.ts';

interface Edit {
  readonly ids: readonly number[];
  /** As clients name it: fieldName or row key. */
  readonly fieldName: string;
  readonly value: unknown;
  readonly versions?: Readonly<Record<string, number>>;
}

/**
 * Gives one field of records a new value, by the rules of a save: every record is checked, all or none are written.
 * Records that have the value already are left alone.
 * @throws AppError `field.unknown`, `field.fixed` and what a save refuses
 */
export async function editField(db: Database, actor: Actor, type: RecordType, edit: Edit): Promise<Act> {
  const fields = await fieldsOf(db, actor, type);
  const field = editableField(fields, edit.fieldName);
  refuseReadOnly([field]);
  const value = parseValue(field, edit.value);
  if (field.unique && value !== null && new Set(edit.ids).size > 1)
    throw new AppError('field.unique', { name: field.name }, { fieldName: field.fieldName });
  const locked = await lockRecords(db, actor, type, edit.ids, {
    reach: scoped(actor, type, 'write').where,
    ...(edit.versions ? { versions: edit.versions } : {}),
  });
  const rows = await storedRows(
    db,
    type,
    locked.map(({ id }) => id),
  );
  requireOpen(type, rows, actor.language);
  await requireRelated(db, actor, [field], { [field.fieldName]: value });
  const changes: Record<number, readonly Change[]> = {};
  const values: Record<string, FieldValue> = {};
  for (const row of rows) {
    const previous = valuesOf(row, fields);
    // a number may bring its area code along
    const given = normalised(fields, { [field.fieldName]: value }, previous);
    const written = fields.all.filter(({ fieldName }) => fieldName in given);
    const changed = written.filter(({ fieldName: name }) => !sameValue(previous[name] ?? null, given[name] ?? null));
    if (changed.length === 0) continue;
    const next = { ...previous, ...given };
    checkRecord(fields, next, [field.fieldName, ...companions(fields, field)]);
    checkRules(type, next, previous);
    if (field.unique) await checkUnique(db, type, [field], next, Number(row[type.idColumn]));
    changes[Number(row[type.idColumn])] = changed.map((one) => logged(one, previous, next));
    // what is right for several records is the same for them
    for (const { fieldName } of written) values[fieldName] = given[fieldName] ?? null;
  }
  const changed = Object.keys(changes).map(Number);
  const operationId = await changeMany(db, actor, type, changed, {
    verb: 'edited',
    access: permissionOf(type, 'update'),
    set: assignments(
      fields.all.filter(({ fieldName }) => fieldName in values),
      values,
    ),
    touches: true,
    changes: sql`${JSON.stringify(changes)}::jsonb -> r.${sql.ref(type.idColumn)}::text`,
  });
  return { operationId, count: changed.length };
}

/** A field that can have one value for many records: shown, and no files. */
function editableField(fields: FieldSet, name: string): Field {
  const field = fields.shown.find(
    (one) =>
      one.fieldName === name ||
      (one.fieldType === 1 && camelCase(one.fieldName) === name) ||
      (isRelated(one.formType) && [relatedName(one), relatedKey(one)].includes(name)),
  );
  if (!field) throw new AppError('field.unknown', { name: name.slice(0, 60) });
  if (!isBulkEditable(field)) throw new AppError('field.fixed', { name: field.name }, { fieldName: field.fieldName });
  return field;
}

const isBulkEditable = (field: Field): boolean => field.formType !== 'file' && field.companionOf === null;
