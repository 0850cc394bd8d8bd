import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { holdsFiles, numbersRecords } from '#shared/record/field-types.ts';
import { camelCase, isComputed, type Field } from '#shared/record/field.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedKey, relatedName } from '#shared/record/relations/relation.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { scoped } from '#server/record/access/scope.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { applyAsAction, planChanges } from '#server/record/write/apply-changes.ts';
import { refuseStored } from '#server/record/write/stored-checks.ts';
import { parseValue } from '#server/record/fields/input.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';

interface Edit {
  readonly ids: readonly number[];
  /** The client's name for it: fieldName or row key. */
  readonly fieldName: string;
  readonly value: unknown;
  readonly versions?: Readonly<Record<string, number>>;
  /** The right that it takes, and an undo of it; that to edit without. */
  readonly access?: Permission;
}

/**
 * Sets one field of records, by the rules of a save: every record is checked, and all or none are written. Records that
 * have the value already are unchanged.
 * @throws AppError `field.unknown`, `field.fixed`, `field.computed` and what a save refuses
 */
export async function editField(db: Database, actor: Actor, type: RecordType, edit: Edit): Promise<Act> {
  const fields = await fieldsOf(db, actor, type);
  const field = editableField(fields, edit.fieldName);
  const value = parseValue(field, edit.value);
  const isForMany = new Set(edit.ids).size > 1;
  if (isForMany && numbersRecords(field))
    throw new AppError('field.fixed', { name: field.name }, { fieldName: field.fieldName });
  if (field.unique && value !== null && isForMany)
    throw new AppError('field.unique', { name: field.name }, { fieldName: field.fieldName });
  const locked = await lockRecords(db, actor, type, edit.ids, {
    reach: scoped(actor, type, 'write').where,
    named: [{ [field.fieldName]: value }],
    ...(edit.versions ? { versions: edit.versions } : {}),
  });
  const ids = locked.map(({ id }) => id);
  const batch = { db, actor, type, fields };
  const drafts = (await storedRows(db, type, ids)).map((row) => ({ row, sent: { [field.fieldName]: value } }));
  const prepared = await planChanges(batch, drafts);
  await refuseStored(batch, prepared);
  return applyAsAction(batch, prepared, { verb: 'edited', access: edit.access ?? permissionOf(type, 'update') });
}

/**
 * Fields that can be set on many records: visible, and no files.
 * @throws AppError `field.unknown`, `field.fixed`, `field.read_only`, `field.computed`
 */
export function editableField(fields: FieldSet, name: string): Field {
  const field = fields.shown.find(
    (one) =>
      one.fieldName === name ||
      (one.fieldType === 1 && camelCase(one.fieldName) === name) ||
      (isRelated(one.formType) && [relatedName(one), relatedKey(one)].includes(name)),
  );
  if (!field) throw new AppError('field.unknown', { name: name.slice(0, 60) });
  const params = { name: field.name };
  if (!isBulkEditable(field)) throw new AppError('field.fixed', params, { fieldName: field.fieldName });
  if (field.readOnly) throw new AppError('field.read_only', params, { fieldName: field.fieldName });
  if (isComputed(field)) throw new AppError('field.computed', params, { fieldName: field.fieldName });
  return field;
}

const isBulkEditable = (field: Field): boolean => !holdsFiles(field) && field.companionOf === null;
