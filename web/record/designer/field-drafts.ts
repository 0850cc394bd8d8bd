import { draftRules, type DraftRules } from '#web/record/designer/rules/draft-rules.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { fieldCalls } from '#shared/record/calls/field-calls.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';
import { fieldTypeOf, numbersRecords } from '#shared/record/field-types.ts';
import { formTypeCodes, heldType, type FormType } from '#shared/record/field.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { mayBeIndexed } from '#shared/record/designer/field-index.ts';
import { withRenamedOptions } from '#shared/record/form-rules/field-rules.ts';
import { defaultTypeOf } from '#shared/record/formula/result-type.ts';
import type { RollupKind } from '#shared/record/rollup.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';

type StoredField = OutputOf<typeof fieldCalls.adminList>[number];

/** What a roll-up counts while it is designed. */
export interface RollupSetting {
  /** The type of the records; null until it is chosen. */
  readonly label: number | null;
  readonly relation: string;
  readonly kind: RollupKind;
  readonly fieldId: number | null;
  readonly data: readonly Condition[];
}

/** A field of a form while it is designed. */
export interface FieldDraft {
  /** The same as long as the form is open, also for fields that are not saved yet; of the others their immutable key. */
  readonly key: string;
  readonly fieldId: number | null;
  readonly formType: FormType;
  readonly name: string;
  readonly inputTips: string;
  readonly options: readonly string[];
  /** The options that it has been saved with. */
  readonly stored: readonly string[];
  /** Options that are called otherwise than they are stored, by their new names. */
  readonly renamed: Readonly<Record<string, string>>;
  readonly isRequired: boolean;
  readonly isUnique: boolean;
  readonly isHidden: boolean;
  readonly maxLength: number | null;
  readonly defaultValue: string;
  /** With field labels in braces, in place of a plain default; null for none. */
  readonly defaultFormula: string | null;
  /** Whether its default may be a formula. */
  readonly mayDefaultBy: boolean;
  readonly remark: string;
  /** The field of the type that records are converted to; null for none. */
  readonly relevant: number | null;
  /** With field labels in braces; null for a field that is entered. */
  readonly formula: string | null;
  readonly decimals: number;
  readonly isRollup: boolean;
  /** What it counts; null for a field that counts nothing, and for what the product declares. */
  readonly rollup: RollupSetting | null;
  readonly isIndexed: boolean;
  /** Other fields by their key. */
  readonly rules: DraftRules;
  /** It stands inside the input of another field. */
  readonly isPart: boolean;
  /** It cannot be shown by a condition only. */
  readonly isAlwaysShown: boolean;
  /** Declared by the product: it stays, and its options are declared too. */
  readonly isFixed: boolean;
  /** Nothing about it changes but whether it is shown. */
  readonly isLocked: boolean;
  readonly mayDelete: boolean;
}

/** The types that a new field can have, in the order of the library (facts 7.7, percentages beside them). */
export const libraryTypes = [
  'text',
  'textarea',
  'select',
  'checkbox',
  'number',
  'floatnumber',
  'percent',
  'mobile',
  'email',
  'date',
  'datetime',
  'user',
  'structure',
  'file',
] as const satisfies readonly FormType[];
export type LibraryType = (typeof libraryTypes)[number] | 'rollup';

const textOfDefault = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';

const keyOf = ({ fieldType, fieldName, fieldId }: StoredField): string => (fieldType === 1 ? fieldName : `f${fieldId}`);

const optionsOf = ({ setting }: StoredField): string[] =>
  setting.map((option) => (typeof option === 'string' ? option : option.name));

export const draftsOf = (fields: readonly StoredField[]): FieldDraft[] =>
  fields.map((field) => ({
    key: keyOf(field),
    fieldId: field.fieldId,
    formType: heldType(field),
    name: field.name,
    inputTips: field.inputTips,
    options: optionsOf(field),
    stored: optionsOf(field),
    renamed: {},
    isRequired: field.isNull === 1,
    isUnique: field.isUnique === 1,
    isHidden: field.isHidden === 1,
    maxLength: field.maxLength,
    defaultValue: textOfDefault(field.defaultValue),
    defaultFormula: field.defaultFormula || null,
    mayDefaultBy: field.defaultFormula !== undefined,
    remark: field.remark,
    relevant: field.relevant,
    formula: field.formula ?? null,
    decimals: field.decimals ?? 2,
    isRollup: field.rollup !== undefined,
    rollup: field.fieldType === 1 ? null : (field.rollup ?? null),
    isIndexed: field.isIndexed === 1,
    rules: draftRules(field.rules),
    isPart: field.companionOf !== null,
    isAlwaysShown: field.companionOf !== null || (field.operating >= 2 && field.isNull === 1),
    isFixed: field.fieldType === 1,
    isLocked: field.operating >= 2,
    mayDelete: field.fieldType === 0 && field.operating % 2 === 0,
  }));

/** A new field of a type, called so; `taken` are the names that there are. */
export function newDraft(kind: LibraryType, typeName: string, taken: readonly string[]): FieldDraft {
  const isRollup = kind === 'rollup';
  let name = typeName;
  for (let count = 2; taken.includes(name); count += 1) name = `${typeName}${count}`;
  return {
    key: crypto.randomUUID(),
    fieldId: null,
    formType: isRollup ? 'number' : kind,
    name,
    inputTips: '',
    options: [],
    stored: [],
    renamed: {},
    isRequired: false,
    isUnique: false,
    isHidden: false,
    maxLength: null,
    defaultValue: '',
    defaultFormula: null,
    mayDefaultBy: !isRollup && defaultTypeOf(kind) !== undefined,
    remark: '',
    relevant: null,
    formula: null,
    decimals: 2,
    isRollup,
    rollup: isRollup ? { label: null, relation: '', kind: 'count', fieldId: null, data: [] } : null,
    isIndexed: false,
    rules: {},
    isPart: false,
    isAlwaysShown: false,
    isFixed: false,
    isLocked: false,
    mayDelete: true,
  };
}

/**
 * The fields of a form once an option of one of them is called otherwise: its default, its colours and the rules of others
 * follow it. Without a change where there is such an option already, or no name.
 */
export function withRenamedOption<T extends object>(
  items: readonly (T | FieldDraft)[],
  key: string,
  from: string,
  to: string,
): (T | FieldDraft)[] {
  const source = items.find((one): one is FieldDraft => 'options' in one && one.key === key);
  if (!source || to === '' || source.options.includes(to)) return [...items];
  const current = (option: string) => (option === from ? to : option);
  return items.map((one) => {
    if (!('options' in one)) return one;
    const isOwn = one.key === key;
    const rules = withRenamedOptions(one.rules, { source: key, isOwn, current });
    if (!isOwn) return { ...one, rules };
    // what is not saved yet has no records; a name that comes back is none
    const { [from]: before = from, ...others } = one.renamed;
    const isStored = one.fieldId !== null && (from in one.renamed || one.stored.includes(from));
    return {
      ...one,
      rules,
      options: one.options.map(current),
      defaultValue: one.defaultValue.split(',').map(current).join(','),
      renamed: isStored && before !== to ? { ...others, [to]: before } : others,
    };
  });
}

/** What is sent: the order of the fields is that of the form. */
export const sentOf = (drafts: readonly FieldDraft[]) =>
  drafts.map((draft) => ({
    ...(draft.fieldId !== null && { fieldId: draft.fieldId }),
    name: draft.name.trim(),
    formType: draft.formType,
    type: formTypeCodes[draft.formType],
    inputTips: draft.inputTips,
    setting: [...draft.options],
    ...(Object.keys(draft.renamed).length > 0 && {
      renamed: Object.entries(draft.renamed).map(([to, from]) => ({ from, to })),
    }),
    isNull: draft.isRequired ? 1 : 0,
    isUnique: draft.isUnique ? 1 : 0,
    isHidden: draft.isHidden ? 1 : 0,
    ...(draft.maxLength !== null && { maxLength: draft.maxLength }),
    defaultValue: draft.defaultFormula === null ? draft.defaultValue : '',
    ...(draft.mayDefaultBy && { defaultFormula: draft.defaultFormula ?? '' }),
    remark: draft.remark,
    relevant: draft.relevant ?? '',
    ...(draft.formula !== null && { formula: draft.formula }),
    ...((draft.formula !== null || draft.isRollup) && { decimals: draft.decimals }),
    ...(draft.rollup?.label && { rollup: rollupSent(draft.rollup, draft.rollup.label) }),
    isIndexed: draft.isIndexed ? 1 : 0,
  }));

const rollupSent = ({ relation, kind, fieldId, data }: RollupSetting, label: number) => ({
  label,
  relation,
  kind,
  ...(fieldId !== null && kind !== 'count' && { fieldId }),
  data: [...data],
});

/** Whether it says which records it counts, and what of them. */
const isWhole = (rollup: RollupSetting | null): boolean =>
  rollup === null || (rollup.label !== null && (rollup.kind === 'count' || rollup.fieldId !== null));

/** What the page can say before the server is asked, by the key of the field. */
export function problemsOf(drafts: readonly FieldDraft[]): ReadonlyMap<string, MessageKey> {
  const names = drafts.map(({ name }) => name.trim());
  return new Map(
    drafts.flatMap(({ key, name, formType, options, rollup, defaultFormula }, at): [string, MessageKey][] => {
      if (name.trim() === '') return [[key, 'designer.name_missing']];
      if (names.indexOf(name.trim()) < at) return [[key, 'designer.name_taken']];
      if (!isWhole(rollup)) return [[key, 'designer.rollup_missing']];
      if (defaultFormula?.trim() === '') return [[key, 'designer.default_missing']];
      return fieldTypeOf(formType).choice && options.length === 0 ? [[key, 'designer.options_missing']] : [];
    }),
  );
}

export const isSame = (one: readonly object[], other: readonly object[]): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

export const mayBeUnique = ({ formType, formula, isRollup }: FieldDraft): boolean =>
  fieldTypeOf(formType).uniqueable && formula === null && !isRollup && !numbersRecords({ formType });

/** Whether the designer offers an index for it. */
export const mayHaveIndex = ({ formType, isPart }: FieldDraft): boolean =>
  mayBeIndexed({ formType, companionOf: isPart ? '' : null });

/** Whether the field is one of several options, or several; undefined for what is no choice. */
export const choiceOf = ({ formType }: FieldDraft): 'one' | 'several' | undefined => fieldTypeOf(formType).choice;

/** Whether its values are plain texts, whose length a company may limit. */
export function hasLength(draft: FieldDraft): boolean {
  const { inCell, look, isSummed } = pageTypeOf(draft);
  return inCell === 'text' && look === undefined && isSummed !== true;
}

/** What people call the type of a field; those that only the product declares are all called the same. */
export const typeNameOf = ({ formType, isRollup }: FieldDraft, text: (key: MessageKey) => string): string =>
  text(
    isRollup
      ? 'designer.type.rollup'
      : fieldTypeOf(formType).addable
        ? (`designer.type.${formType}` as MessageKey)
        : 'designer.type.other',
  );
