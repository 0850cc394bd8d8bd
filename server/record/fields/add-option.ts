import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { cleanOption, mostOptions } from '#server/record/fields/field-plan.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { optionFor } from '#shared/record/field-types/option.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Adds an option to a field of a type, unless it has it; under the locks of the whole set-up, which may be saved meanwhile. */
export async function addOption(
  db: Database,
  actor: Actor,
  type: RecordType,
  { fieldId, name }: { readonly fieldId: number; readonly name: string },
): Promise<void> {
  await organisationChanged(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  const field = (await readFields(db, type.code)).byId.get(fieldId);
  if (!field || !fieldTypeOf(field.formType).choice) throw new AppError('field.unknown', { name: String(fieldId) });
  // the product itself relies on the options of these
  if (field.fieldType === 1 || field.operating >= 2) throw new AppError('field.locked', { name: field.name });
  const option = cleanOption(name);
  if (option === '') throw new AppError('field.options_empty', { name: field.name });
  if (optionFor(field.options, option) !== undefined) return;
  if (field.options.length >= mostOptions)
    throw new AppError('field.options_many', { name: field.name, most: mostOptions });
  await db
    .updateTable('record_field')
    .set({ options: JSON.stringify([...field.options, option]), update_time: sql<string>`now()` })
    .where('field_id', '=', fieldId)
    .execute();
  const subject = `${type.name} ${field.name}: ${option}`;
  await audit(db, { userId: actor.userId, what: 'field option', subject, result: 'done', address: actor.address });
}
