import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { labelOf, readFields } from '#server/record/fields/field-set.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import { mayBeIndexed, mostIndexed } from '#shared/record/designer/field-index.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Marks the fields of a form just saved that are to have an index, as their drafts say; those that say nothing stay as
 * they are. Returns whether there is something to make or to drop. @throws AppError `field.index_many`, `field.index_type`
 */
export async function markIndexed(
  db: Database,
  { type, language }: { readonly type: RecordType; readonly language: Language },
  drafts: readonly FieldDraft[],
  hadIndexes: boolean,
): Promise<boolean> {
  const { all } = await readFields(db, type.code);
  const stored = await db
    .selectFrom('record_field')
    .select(['field_id', 'is_indexed'])
    .where('type_code', '=', type.code)
    .execute();
  const marked = new Set(stored.filter((row) => row.is_indexed).map((row) => row.field_id));
  const asked = drafts.flatMap(({ fieldId, name, isIndexed }) => {
    const field = all.find((one) => (fieldId === undefined ? one.fieldName === name?.trim() : one.fieldId === fieldId));
    return field && isIndexed !== undefined ? [{ field, isIndexed: isIndexed === 1 }] : [];
  });
  const changed = asked.filter(({ field, isIndexed }) => marked.has(field.fieldId) !== isIndexed);
  for (const { field, isIndexed } of changed) {
    if (isIndexed && !mayBeIndexed(field))
      throw new AppError('field.index_type', { name: labelOf(type, field, language) });
    if (isIndexed) marked.add(field.fieldId);
    else marked.delete(field.fieldId);
  }
  if (marked.size > mostIndexed) throw new AppError('field.index_many', { most: mostIndexed });
  for (const { field, isIndexed } of changed)
    await db
      .updateTable('record_field')
      .set({ is_indexed: isIndexed, is_index_ready: false })
      .where('field_id', '=', field.fieldId)
      .execute();
  return changed.length > 0 || hadIndexes;
}
