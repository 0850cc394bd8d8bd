import { sql } from 'kysely';
import '#server/record/tables.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { Actor, FieldLevels, OrganisationVersion } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { languages, type Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import { isFormType, type Field, type FormType } from '#shared/record/field.ts';
import { lineTypeOf } from '#shared/record/lines.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { declaredField } from '#shared/record/relations/child-relations.ts';
import type { FixedField, RecordType, StarterField } from '#shared/record/record-type.ts';
import type { Rollup } from '#shared/record/rollup.ts';
import { mayOpenPool } from '#server/record/access/scope.ts';
import { hidingFormulas } from '#server/record/formula/compiled-formulas.ts';
import { isDisplayed, seenAtMost, visibilities } from '#server/record/fields/visibility.ts';
import { hidingLineMoney, hidingTotals } from '#server/record/lines/hiding-amounts.ts';
import { lineAmountsOf, recordModule, typeOfFields } from '#server/record/registry.ts';
import { rulesByName } from '#server/record/form-rules/rules-by-name.ts';
import { visibilityBySources, type ReadType } from '#server/record/rollups/hiding-rollups.ts';

/** Fields of one record type, in set-up order. */
export interface FieldSet {
  readonly all: readonly Field[];
  /** Fields that forms, lists and imports show. */
  readonly shown: readonly Field[];
  /** Including masked ones, of which answers have a masked text: not for filters or writes. */
  readonly displayed: readonly Field[];
  readonly byName: ReadonlyMap<string, Field>;
  readonly byId: ReadonlyMap<number, Field>;
  /** Fields whose values no two records may have all in common, by the id of the rule. */
  readonly together: ReadonlyMap<number, readonly number[]>;
  /** The reader's roles have been restricted, so values of deleted fields are hidden (security A8). */
  readonly isRestricted: boolean;
  /** The reader may open records, not only list them: system columns about their content are shown (security A8). */
  readonly isReader: boolean;
}

/** By the version apart from roles: what these say is in the key of a set. */
const kept = new WeakMap<OrganisationVersion['apartFromRoles'], Map<string, Promise<FieldSet>>>();

export const defaultLabel = (type: RecordType, fieldName: string, language: Language = 'cn'): string => {
  const own = `${type.name}.${fieldName}`;
  const common = `record.${fieldName}`;
  const key = isMessageKey(own) ? own : isMessageKey(common) ? common : null;
  return key ? translate(language, key) : fieldName;
};

type Named = Pick<Field, 'fieldType' | 'fieldName' | 'formType' | 'name'>;

/** A field's label: from the set-up; a declared one that nobody has changed follows the language. */
export const labelOf = (type: RecordType, field: Named, language: Language): string =>
  isDefaultLabel(type, field) ? (declaredLabel(type, field, language) ?? field.name) : field.name;

/** In any language: an administrator who reads English sends the English labels back. */
export const isDefaultLabel = (type: RecordType, field: Named): boolean =>
  languages.some((language) => declaredLabel(type, field, language) === field.name);

/** The declared label of a field; undefined for custom fields without one. */
function declaredLabel(type: RecordType, field: Named, language: Language): string | undefined {
  if (field.fieldType === 1) return defaultLabel(type, field.fieldName, language);
  const starter = starterOf(type, field);
  return starter && translate(language, starter.label);
}

/** The labels of a declared field's options in each language. */
function optionNames(type: RecordType, field: Field, language: Language): Pick<Field, 'optionNames' | 'optionsByName'> {
  const declared = fixedOf(type, field) ?? starterOf(type, field);
  const called = (declared?.options ?? []).flatMap((option) => {
    const key = `option.${option}`;
    return field.options.includes(option) && isMessageKey(key) ? [{ option, key }] : [];
  });
  if (called.length === 0) return {};
  return {
    optionNames: new Map(called.map(({ option, key }) => [option, translate(language, key)])),
    optionsByName: new Map(
      languages.flatMap((each) => called.map(({ option, key }) => [translate(each, key), option] as const)),
    ),
  };
}

/** The declared bounds of amounts. */
function boundsOf(type: RecordType, field: Field): Pick<Field, 'positive' | 'range'> {
  const declared = fixedOf(type, field);
  return { positive: declared?.positive ?? false, ...(declared?.range && { range: declared.range }) };
}

const fixedOf = (type: RecordType, { fieldType, fieldName }: Named): FixedField | undefined =>
  fieldType === 1 ? declaredField(type, fieldName) : undefined;

const starterOf = (
  { starterFields }: RecordType,
  { fieldType, fieldName, formType }: Named,
): StarterField | undefined =>
  fieldType === 0 ? starterFields.find((one) => one.name === fieldName && one.formType === formType) : undefined;

export async function readFields(db: Database, typeCode: number): Promise<FieldSet> {
  const type = typeOfFields(typeCode);
  const rows = await db
    .selectFrom('record_field')
    .selectAll()
    .where('type_code', '=', typeCode)
    .orderBy('sorting')
    .orderBy('field_id')
    .execute();
  const all = rows.map((row): Field => {
    if (!isFormType(row.form_type)) throw new Error(`field ${row.field_id} has the unknown type ${row.form_type}`);
    return {
      fieldId: row.field_id,
      fieldName: row.field_name,
      name: row.name,
      formType: row.form_type,
      fieldType: row.field_type === 1 ? 1 : 0,
      required: row.required,
      unique: row.is_unique,
      indexed: row.is_index_ready,
      taken: row.field_type === 1 ? declaredField(type, row.field_name)?.taken : undefined,
      options: row.options as string[],
      relation: row.field_type === 1 ? declaredField(type, row.field_name)?.relation : undefined,
      tree: row.field_type === 1 ? declaredField(type, row.field_name)?.tree : undefined,
      rowsOf: row.field_type === 1 ? declaredField(type, row.field_name)?.rowsOf : undefined,
      maxLength: row.max_length,
      defaultValue: row.default_value,
      inputTips: row.input_tips,
      operating: row.operating as Field['operating'],
      sorting: row.sorting,
      companionOf: row.companion_of,
      hidden: row.hidden,
      readOnly: false,
      ...(row.default_formula !== null && { defaultFormula: row.default_formula }),
      ...(row.default_inputs.length > 0 && { defaultInputs: row.default_inputs }),
      ...(row.formula !== null && { formula: { text: row.formula, decimals: row.formula_decimals } }),
      ...rulesByName(row.rules, rows),
      ...(row.rollup !== null && { rollup: { ...(row.rollup as Rollup), decimals: row.formula_decimals } }),
    };
  });
  const rules = await db.selectFrom('unique_rule').selectAll().where('type_code', '=', typeCode).execute();
  const together = new Map(rules.map((rule) => [rule.rule_id, rule.field_ids]));
  return fieldSet(all, { isRestricted: false, isReader: true, together });
}

const fieldSet = (
  all: readonly Field[],
  { isRestricted, isReader, together }: Pick<FieldSet, 'isRestricted' | 'isReader' | 'together'>,
): FieldSet => ({
  all,
  shown: all.filter((field) => !field.hidden),
  displayed: all.filter(isDisplayed),
  byName: new Map(all.map((field) => [field.fieldName, field])),
  byId: new Map(all.map((field) => [field.fieldId, field])),
  together,
  isRestricted,
  isReader,
});

/** The same set with the fields of these names hidden. */
export const hiding = ({ all, ...reader }: FieldSet, names: ReadonlySet<string>): FieldSet =>
  fieldSet(
    hidingFormulas(
      all.map((field) => (names.has(field.fieldName) ? seenAtMost(field, visibilities.none) : field)),
      reader.isRestricted,
    ),
    reader,
  );

/**
 * Fields of a type for the actor: with labels in their language, so that every message uses them, and restricted by
 * their roles (security A6). Cached for the version of the set-up that the actor's rights belong to; a change of roles
 * alone leaves it.
 */
export async function fieldsOf(db: Database, actor: Actor, type: RecordType): Promise<FieldSet> {
  const own = await ownFieldsOf(db, actor, type);
  return own.all.some(({ rollup }) => rollup) ? hidingRollups(db, actor, type, own) : own;
}

/** The same without roll-ups that would reveal what is hidden from the actor in other types, or with their masks. */
async function hidingRollups(db: Database, actor: Actor, type: RecordType, own: FieldSet): Promise<FieldSet> {
  const types = new Map<number, ReadType>([[type.code, { fields: own.all, mayRead: true }]]);
  for (const { fields } of types.values()) {
    for (const { rollup } of fields) {
      if (!rollup || types.has(rollup.child)) continue;
      const { type: child } = recordModule(rollup.child);
      const { all } = await ownFieldsOf(db, actor, child);
      types.set(child.code, { fields: all, mayRead: actor.mayDo(permissionOf(child, 'read')) });
    }
  }
  const sets = [...types.values()];
  const key = sets.map(({ mayRead: may }) => Number(may)).join('');
  const known = withoutHidden.get(own);
  if (known?.key === key && known.sets.every((fields, at) => fields === sets[at]?.fields)) return known.set;
  const visibilityIn = visibilityBySources(types);
  const all = own.all.map((field) => seenAtMost(field, visibilityIn(type.code, field)));
  const set = fieldSet(all, own);
  withoutHidden.set(own, { key, sets: sets.map(({ fields }) => fields), set });
  return set;
}

/** The last result for a set, with the fields it was derived from. */
const withoutHidden = new WeakMap<
  FieldSet,
  { readonly key: string; readonly sets: readonly (readonly Field[])[]; readonly set: FieldSet }
>();

/** For one state of the fields. */
const mostSets = 500;

function ownFieldsOf(db: Database, actor: Actor, type: RecordType): Promise<FieldSet> {
  const { apartFromRoles } = actor.rights.version;
  const rights = actor.rights.fieldLevelsOf(type.code, modulesOf(type));
  const isReader = mayRead(actor, type);
  const lineType = lineTypeOf(type);
  const lineRights = lineType ? actor.rights.fieldLevelsOf(lineType.code, modulesOf(lineType)).key : '';
  const key = `${type.code}/${actor.language}/${isReader}/${rights.key}/${lineRights}`;
  const sets = kept.get(apartFromRoles) ?? new Map<string, Promise<FieldSet>>();
  // levels that no role has any more stay in it until then
  if (sets.size > mostSets) sets.clear();
  kept.set(apartFromRoles, sets);
  const known = sets.get(key);
  if (known) return known;
  const set = readFields(db, type.code).then(async (fields) => {
    const all = fields.all.map((field) => ({
      ...field,
      name: labelOf(type, field, actor.language),
      ...optionNames(type, field, actor.language),
      ...boundsOf(type, field),
    }));
    const byLevel = all.map((field) => within(rights, type, fields, field));
    return fieldSet(hidingFormulas(await hidingMoney(db, actor, type, byLevel), rights.isRestricted), {
      isRestricted: rights.isRestricted,
      isReader,
      together: fields.together,
    });
  });
  sets.set(key, set);
  set.catch(() => sets.delete(key));
  return set;
}

/**
 * The same without the money of lines and documents that would reveal what is hidden from the actor, or with its masks.
 */
async function hidingMoney(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: readonly Field[],
): Promise<readonly Field[]> {
  const amounts = lineAmountsOf(type);
  if (!amounts) return fields;
  const lineType = lineTypeOf(type);
  return lineType
    ? hidingTotals(amounts, fields, (await ownFieldsOf(db, actor, lineType)).all)
    : hidingLineMoney(amounts, fields);
}

/** People with only the right to the pool can read everything they list (security A3). */
const mayRead = (actor: Actor, type: RecordType): boolean =>
  actor.mayDo(permissionOf(type, 'read')) || (mayOpenPool(actor, type) && !actor.mayDo(permissionOf(type, 'index')));

/** Permission modules that open a type. */
export const modulesOf = (type: RecordType): string[] =>
  [type.module, type.pool?.module].flatMap((module) => (module === undefined ? [] : [`${type.area}:${module}`]));

/**
 * The title names records everywhere and cannot be restricted; a companion has the level of its host, as the area code
 * with the mobile.
 */
function within({ levels }: FieldLevels, type: RecordType, fields: FieldSet, field: Field): Field {
  if (field.fieldType === 1 && field.fieldName === type.titleField) return field;
  const host = field.companionOf === null ? field : (fields.byName.get(field.companionOf) ?? field);
  const level = levels.get(host.fieldId);
  if (level === undefined) return field;
  if (level === fieldLevel.readOnly) return { ...field, readOnly: true };
  // a mask says nothing about the companion
  return seenAtMost(field, level === fieldLevel.masked && host === field ? visibilities.masked : visibilities.none);
}

/** A declared roll-up as stored in the set-up: its decimals are separate. */
const storedRollup = ({ child, column, kind, field, where }: Rollup): Rollup => ({ child, column, kind, field, where });

const decimalsOf = ({ formula, rollup }: Pick<FixedField, 'formula' | 'rollup'>): number =>
  rollup?.kind === 'count' ? 0 : ((formula ?? rollup)?.decimals ?? 2);

interface SeedField extends Partial<Omit<FixedField, 'formType' | 'relation'>> {
  readonly name: string;
  readonly formType: FormType;
  readonly after?: string;
}

/** Adds declared fields that the database does not have yet; custom starter fields only to a new type. */
export async function seedFields(db: Database, type: RecordType): Promise<void> {
  const known = await db.selectFrom('record_field').select('field_name').where('type_code', '=', type.code).execute();
  const names = new Set(known.map((row) => row.field_name));
  const fixed = type.fields.map((field: FixedField): SeedField => ({
    ...field,
    name: defaultLabel(type, field.fieldName),
  }));
  const starters: SeedField[] = names.size > 0 ? [] : [...type.starterFields];
  const behind = (fieldName: string | undefined) => starters.filter(({ after }) => after === fieldName);
  const ordered = [...fixed.flatMap((field) => [field, ...behind(field.fieldName)]), ...behind(undefined)];
  const rows = ordered.map((field, sorting) => ({
    type_code: type.code,
    field_name: field.fieldName ?? field.name,
    name: field.name,
    form_type: field.formType,
    field_type: field.fieldName ? 1 : 0,
    required: field.required ?? false,
    is_unique: field.unique ?? numbersRecords(field),
    options: sql`${JSON.stringify(field.options ?? [])}::jsonb`,
    max_length: field.maxLength ?? null,
    default_value: '',
    input_tips: '',
    operating: field.operating ?? (field.fieldName ? 1 : 0),
    sorting,
    hidden: false,
    companion_of: field.companionOf ?? null,
    formula: field.formula?.text ?? null,
    formula_decimals: decimalsOf(field),
    rollup: field.rollup ? JSON.stringify(storedRollup(field.rollup)) : null,
  }));
  const missing = rows.filter((row) => !names.has(row.field_name));
  if (missing.length > 0) await db.insertInto('record_field').values(missing).execute();
}
