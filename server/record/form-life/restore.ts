import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import {
  checkUniqueness,
  formVersion,
  lockForm,
  writeForm,
  type FormSaved,
} from '#server/record/fields/field-setup.ts';
import { freeName, heldInBin, outOfBin, takenLabels } from '#server/record/form-life/bin.ts';
import { draftOf, madeOf, namedBy, type FormRow } from '#server/record/form-life/form-rows.ts';
import { keepVersion, requireVersion } from '#server/record/form-life/versions.ts';
import { recordModule } from '#server/record/registry.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Brings a deleted field back with its values, to its former place; under another name if one is given.
 * @throws AppError `access.record`, `field.bin_name`, `field.bin_needs`, `field.*`
 */
export async function restoreDeleted(
  db: Database,
  actor: Actor,
  type: RecordType,
  { fieldId, name }: { readonly fieldId: number; readonly name?: string | undefined },
): Promise<FormSaved & { readonly lostUnique: boolean }> {
  await lockForm(db, type);
  await keepVersion(db, type, null);
  const [deleted] = await heldInBin(db, type, [fieldId]);
  if (!deleted) throw new AppError('access.record');
  const taken = await takenLabels(db, actor, type);
  const wanted = name ?? labelOf(type, namedBy(deleted.field), actor.language);
  if (taken.has(wanted)) throw new AppError('field.bin_name', { name: wanted, suggestion: freeName(wanted, taken) });
  const { all: before } = await readFields(db, type.code);
  await outOfBin(db, deleted);
  const rows = await rowsNow(db, type, before);
  const back: FormRow = { ...deleted.field, ...(name !== undefined && { name }) };
  const place = deleted.field.sorting ?? 0;
  const at = rows.findIndex(({ sorting = 0 }) => sorting >= place);
  const form = rows.toSpliced(at < 0 ? rows.length : at, 0, back);
  const { lostUnique, ...saved } = await writeRows(db, actor, type, form, new Set([fieldId]));
  await keepVersion(db, type, { userId: actor.userId });
  return { ...saved, lostUnique: lostUnique.length > 0 };
}

/**
 * Makes a form again as it was in a version: what was deleted since comes back from the bin, what was added since goes
 * there, values stay. Returns the names of fields that are gone for good.
 * @throws AppError `access.record`, `field.stale`, `field.bin_needs`, `field.*`
 */
export async function restoreVersion(
  db: Database,
  actor: Actor,
  { versionId, base }: { readonly versionId: number; readonly base?: string | undefined },
): Promise<FormSaved & { readonly type: RecordType; readonly gone: readonly string[] }> {
  const { typeCode } = await requireVersion(db, versionId);
  const { type } = recordModule(typeCode);
  await lockForm(db, type);
  if (base !== undefined && base !== (await formVersion(db, type))) throw new AppError('field.stale');
  await keepVersion(db, type, null);
  // what was pruned meanwhile is gone
  const version = await requireVersion(db, versionId);
  const known = new Set((await readFields(db, type.code)).all.map((field) => field.fieldId));
  const missing = version.fields.filter((row) => !known.has(row.field_id));
  const deleted = await heldInBin(
    db,
    type,
    missing.map((row) => row.field_id),
  );
  for (const one of deleted) await outOfBin(db, one);
  const back = new Set(deleted.map(({ id }) => id));
  const lost = missing.filter((row) => row.field_type === 0 && !back.has(row.field_id));
  const rows = version.fields.filter((row) => known.has(row.field_id) || back.has(row.field_id));
  const { recomputes, indexes } = await writeRows(db, actor, type, rows, back);
  await keepVersion(db, type, { userId: actor.userId, restoredFrom: version.createTime });
  const subject = `${type.name} ${versionId}`;
  await audit(db, { userId: actor.userId, what: 'field.version', subject, result: 'done', address: actor.address });
  return { recomputes, indexes, type, gone: lost.map((row) => labelOf(type, namedBy(row), actor.language)) };
}

/** The form as it is, as versions keep it. */
async function rowsNow(db: Database, type: RecordType, fields: readonly Field[]): Promise<FormRow[]> {
  const rows = await db.selectFrom('record_field').selectAll().where('type_code', '=', type.code).execute();
  return fields.flatMap((field) => rows.filter((row) => row.field_id === field.fieldId) as unknown as FormRow[]);
}

/** Saves a form from its rows; of fields that come back, `lostUnique` have got a value twice. */
async function writeRows(
  db: Database,
  actor: Actor,
  type: RecordType,
  rows: readonly FormRow[],
  back: ReadonlySet<number>,
): Promise<FormSaved & { readonly lostUnique: readonly number[] }> {
  await requireParts(db, type, rows, back);
  const { byId } = await readFields(db, type.code);
  const handed = await existing(
    db,
    rows.flatMap(({ relevant }) => relevant ?? []),
  );
  const drafts: FieldDraft[] = [];
  const lostUnique: number[] = [];
  for (const row of rows) {
    const known = byId.get(row.field_id);
    if (!known) continue;
    const isBack = back.has(row.field_id);
    const isUnique = row.is_unique && !(isBack && (await hasTwice(db, type, row, known)));
    if (row.is_unique && !isUnique) lostUnique.push(row.field_id);
    const kept = await relevantOf(row, isBack, handed, db);
    drafts.push(await draftOf(db, { ...row, is_unique: isUnique, relevant: kept }, known, { isBack }));
  }
  return { ...(await writeForm(db, actor, type, drafts, back)), lostUnique };
}

/** What a field hands its value to: of one that came back, as far as that was free. */
async function relevantOf(
  row: FormRow,
  isBack: boolean,
  handed: ReadonlySet<number>,
  db: Database,
): Promise<number | null> {
  if (row.relevant === null || !handed.has(row.relevant)) return null;
  if (!isBack) return row.relevant;
  const stored = await db
    .selectFrom('record_field')
    .select('relevant')
    .where('field_id', '=', row.field_id)
    .executeTakeFirst();
  return stored?.relevant ?? null;
}

async function existing(db: Database, ids: readonly number[]): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('record_field')
    .select('field_id')
    .where('field_id', 'in', [...ids])
    .execute();
  return new Set(rows.map((row) => row.field_id));
}

async function hasTwice(db: Database, type: RecordType, row: FormRow, known: Field): Promise<boolean> {
  try {
    await checkUniqueness(db, type, { name: row.name, known, unique: true });
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'field.duplicates') return true;
    throw error;
  }
}

/**
 * Fields that come back find what they are computed from.
 * @throws AppError `field.bin_needs`, which names what is missing
 */
async function requireParts(
  db: Database,
  type: RecordType,
  rows: readonly FormRow[],
  back: ReadonlySet<number>,
): Promise<void> {
  for (const row of rows) {
    if (!back.has(row.field_id)) continue;
    const { all } = await readFields(db, row.rollup?.child ?? type.code);
    const there = new Set(all.map((field) => formulaField(field).id));
    const ids = madeOf(row).flatMap((key) => (there.has(key) ? [] : (/^f(\d{1,9})$/.exec(key)?.[1] ?? [])));
    if (ids.length === 0) continue;
    const found = await db
      .selectFrom('deleted_field')
      .select('name')
      .where('field_id', 'in', ids.map(Number))
      .executeTakeFirst();
    throw new AppError('field.bin_needs', { name: row.name, needs: found?.name ?? '?' });
  }
}
