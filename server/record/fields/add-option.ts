import { sql } from 'kysely';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { isOff } from '#server/record/access/applications.ts';
import { cleanOption, mostOptions, type FieldPlan } from '#server/record/fields/field-plan.ts';
import { fieldsOf, readFields } from '#server/record/fields/field-set.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { followOptions, renamedOptions } from '#server/record/form-rules/follow-options.ts';
import type { FollowRules } from '#server/record/form-rules/save-rules.ts';
import { renameCustomOptions } from '#server/record/write/system-columns.ts';
import { renameUsedOptions, type OptionNames } from '#server/record/form-life/uses.ts';
import type { FieldDraft } from '#shared/record/calls/field-calls.ts';
import type { Field } from '#shared/record/field.ts';
import { optionFor } from '#shared/record/field-types/option.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Adds an option to a field of a type, unless it has it; under the locks of the whole set-up, which may be saved meanwhile.
 * Whoever fills in forms may where the field says so. @throws AppError `access.denied`, `field.unknown`, `field.locked`,
 * `field.options_empty`, `field.options_many`
 */
export async function addOption(
  db: Database,
  actor: Actor,
  type: RecordType,
  { fieldId, name }: { readonly fieldId: number; readonly name: string },
): Promise<void> {
  await organisationChanged(db);
  await sql`select pg_advisory_xact_lock(${type.code}, 5)`.execute(db);
  if (!(await mayAddTo(db, actor, type, fieldId))) throw new AppError('access.denied');
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

/** Those who set up forms; others where the field is open to them and they may fill it in. */
async function mayAddTo(db: Database, actor: Actor, type: RecordType, fieldId: number): Promise<boolean> {
  if (isOff(actor, type)) return false;
  if (actor.mayDo('manage:crm:field')) return true;
  const seen = (await fieldsOf(db, actor, type)).byId.get(fieldId);
  const mayFillIn = actor.mayDo(permissionOf(type, 'save')) || actor.mayDo(permissionOf(type, 'update'));
  return mayFillIn && seen?.rules?.addedBy === 'everybody' && !seen.hidden && !seen.readOnly;
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
  if (names.size > 0) await renameWithPatience(db, type, field, names);
}

/** Renames options in the records, and in what others have set up with them. */
export async function renameInRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  field: Field,
  names: OptionNames,
): Promise<void> {
  await renameWithPatience(db, type, field, names);
  await renameUsedOptions(db, actor, { type, field }, names);
}

async function renameWithPatience(db: Database, type: RecordType, field: Field, names: OptionNames): Promise<void> {
  // every record may have it
  await sql`set local statement_timeout = '60s'`.execute(db);
  await renameCustomOptions(db, type, field, names);
}

/** What a save of a form calls otherwise in one of its fields. */
export interface RenamedOptions {
  readonly known: Field;
  readonly names: OptionNames;
}

/**
 * The options that a planned form calls otherwise, by field; those that a field had not, or has not, are refused.
 * @throws AppError `field.option`, `field.locked` for options of the product
 */
export const plannedRenames = (drafts: readonly FieldDraft[], plans: readonly FieldPlan[]): RenamedOptions[] =>
  plans.flatMap(({ known, options, name, formType }, at): RenamedOptions[] => {
    const pairs = (drafts[at]?.renamed ?? []).map(({ from, to }) => [cleanOption(from), cleanOption(to)] as const);
    const names = new Map(pairs.filter(([from, to]) => from !== to));
    if (!known || names.size === 0) return [];
    if (known.fieldType === 1 || !fieldTypeOf(formType).choice) throw new AppError('field.locked', { name });
    for (const [from, to] of names) {
      if (!known.options.includes(from)) throw new AppError('field.option', { name, value: from });
      if (!options.includes(to)) throw new AppError('field.option', { name, value: to });
    }
    return [{ known, names }];
  });

/** Stored rules as they are after the options were renamed. */
export const followRenames =
  (renames: readonly RenamedOptions[]): FollowRules =>
  (rules, field) =>
    renames.reduce(
      (followed, { known, names }) => renamedOptions(followed, known, field, (option) => names.get(option) ?? option),
      rules,
    );

/** A default that is no option any more is none. */
const defaultAmong = ({ defaultValue }: Field, options: readonly string[], current: (name: string) => string): string =>
  options.includes(current(defaultValue)) ? current(defaultValue) : '';
