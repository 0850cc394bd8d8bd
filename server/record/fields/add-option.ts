import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { cleanOption, mostOptions } from '#server/record/fields/field-plan.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { followOptions } from '#server/record/form-rules/follow-options.ts';
import { renameCustomOption } from '#server/record/write/system-columns.ts';
import type { Field } from '#shared/record/field.ts';
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

interface OptionChange {
  readonly added?: readonly string[];
  readonly removed?: readonly string[];
  /** Former names and new ones; records that have a former one have the new one from then on. */
  readonly renamed?: readonly (readonly [former: string, name: string])[];
}

/**
 * Changes the options of a custom field with one choice, under the locks of the whole set-up; the order of the others stays.
 * What is there already, or gone, is no problem.
 * @throws AppError `field.unknown`, `field.options_empty`, `field.options_many`
 */
export async function changeOptions(
  db: Database,
  type: RecordType,
  fieldId: number,
  { added = [], removed = [], renamed = [] }: OptionChange,
): Promise<void> {
  await organisationChanged(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  const field = (await readFields(db, type.code)).byId.get(fieldId);
  if (!field || field.fieldType !== 0) throw new AppError('field.unknown', { name: String(fieldId) });
  const names = new Map(renamed);
  const current = (name: string): string => names.get(name) ?? name;
  const gone = new Set(removed);
  const kept = field.options.filter((option) => !gone.has(option)).map(current);
  const options = [...new Set([...kept, ...added])];
  if (options.length === 0) throw new AppError('field.options_empty', { name: field.name });
  if (options.length > mostOptions) throw new AppError('field.options_many', { name: field.name, most: mostOptions });
  await db
    .updateTable('record_field')
    .set({
      options: JSON.stringify(options),
      default_value: defaultAmong(field, options, current),
      update_time: sql<string>`now()`,
    })
    .where('field_id', '=', fieldId)
    .execute();
  await followOptions(db, type, field, current);
  for (const [former, name] of renamed) await renameCustomOption(db, type, field, former, name);
}

/** A default that is no option any more is none. */
const defaultAmong = ({ defaultValue }: Field, options: readonly string[], current: (name: string) => string): string =>
  options.includes(current(defaultValue)) ? current(defaultValue) : '';
