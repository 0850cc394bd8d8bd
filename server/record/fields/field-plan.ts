import {
  emptyField,
  isBlank,
  isComputed,
  textOf,
  formTypeCodes,
  formTypes,
  heldType,
  isFormType,
  typeOnWire,
  type Field,
  type FormType,
} from '#shared/record/field.ts';
import type { FieldDraft, RollupDraft } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf, holdsFiles, numbersRecords } from '#shared/record/field-types.ts';
import { defaultTypeOf, resultDecimals, resultTypeOf } from '#shared/record/formula/result-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isDefaultLabel } from '#server/record/fields/field-set.ts';

/** Options of one field. */
export const mostOptions = 500;

/** The checked and complete set-up of a field. */
export interface FieldPlan {
  readonly known: Field | null;
  readonly name: string;
  readonly formType: FormType;
  readonly options: readonly string[];
  readonly required: boolean;
  readonly unique: boolean;
  readonly hidden: boolean;
  readonly maxLength: number | null;
  readonly defaultValue: string;
  /** Its default as a formula; null = none, absent = unchanged. */
  readonly defaultBy?: string | null | undefined;
  readonly inputTips: string;
  /** Absent = unchanged. */
  readonly remark?: string | undefined;
  /** Absent = unchanged, null = none. */
  readonly relevant?: number | null | undefined;
  /** For a computed field; no text = unchanged. Whether it is one is decided by all fields together. */
  readonly formula: { readonly typed: string | null; readonly decimals: number } | null;
  /** For a roll-up; no definition = unchanged. */
  readonly rollup: { readonly asked: RollupDraft | null; readonly decimals: number } | null;
}

/**
 * Reads one row of the designer.
 * @throws AppError `field.*`, with the label of the field in its parameters
 */
export function planField(type: RecordType, draft: FieldDraft, known: Field | null, row: number): FieldPlan {
  if (!known) return planAdded(draft, row);
  const plan = { ...changed(type, draft, known, nameOf(draft, row)), relevant: draft.relevant };
  if (known.operating >= 2) return requireOptions(plan);
  const planned = withDefault(plan, draft);
  if (planned.defaultBy && !mayDefaultBy(type, known)) throw new AppError('field.default_by', { name: planned.name });
  return planned;
}

/** The title, and what documents get from their lines. */
const madeByType = ({ titleField, lines }: RecordType): readonly (string | undefined)[] => [
  titleField,
  lines?.amounts?.amount,
  ...Object.values(lines?.amounts?.head ?? {}),
];

/**
 * Whether the default of a field may be a formula. Everybody sees the title of a record, whatever it was made of; totals of
 * documents come from their lines.
 */
export const mayDefaultBy = (type: RecordType, field: Field): boolean =>
  defaultTypeOf(field.formType) !== undefined &&
  field.operating < 2 &&
  field.companionOf === null &&
  !isComputed(field) &&
  !(field.fieldType === 1 && madeByType(type).includes(field.fieldName));

/** The same of a new field, in a form of whatever kind. @throws AppError `field.*` */
export const planAdded = (draft: FieldDraft, row: number): FieldPlan =>
  withDefault({ ...added(draft, nameOf(draft, row)), relevant: draft.relevant }, draft);

function nameOf(draft: FieldDraft, row: number): string {
  const name = (draft.name ?? '').trim();
  if (name === '') throw new AppError('field.name_empty', { row });
  return name;
}

function requireOptions(plan: FieldPlan): FieldPlan {
  if (fieldTypeOf(plan.formType).choice && plan.options.length === 0)
    throw new AppError('field.options_empty', { name: plan.name });
  return plan;
}

function withDefault(plan: FieldPlan, draft: FieldDraft): FieldPlan {
  const defaultBy = defaultByOf(plan, draft);
  return {
    ...requireOptions(plan),
    defaultBy,
    defaultValue: defaultBy ? '' : defaultOf(plan, draft.defaultValue ?? ''),
  };
}

/** Clients that know no formulas of defaults leave them as they are, unless they send a default. */
function defaultByOf({ name, formType, formula, rollup }: FieldPlan, draft: FieldDraft): FieldPlan['defaultBy'] {
  const typed = draft.defaultFormula?.trim();
  if (typed === undefined) return isBlank(draft.defaultValue) ? undefined : null;
  if (typed === '') return null;
  if (formula || rollup || defaultTypeOf(formType) === undefined) throw new AppError('field.default_by', { name });
  return typed;
}

function added(draft: FieldDraft, name: string): FieldPlan {
  const asked = typeAsked(draft);
  const formType = asked === undefined && draft.formType === undefined ? 'text' : asked;
  if (!formType || !fieldTypeOf(formType).addable)
    throw new AppError('field.type_unknown', { name, type: draft.formType ?? draft.type ?? '' });
  const rollup = rollupAsked(draft, formType, null);
  const formula = rollup ? null : formulaAsked(draft, formType, null);
  if (formula && !resultTypeOf(formType)) throw new AppError('field.formula_result', { name });
  return { ...details(draft, formType, { formula, rollup }), known: null, name, formType, options: optionsOf(draft) };
}

function changed(type: RecordType, draft: FieldDraft, known: Field, name: string): FieldPlan {
  const asked = typeAsked(draft);
  // older clients send back the name by which they know it
  const isKnown = asked === undefined || asked === known.formType || asked === typeOnWire(known.formType).formType;
  if (!isKnown) throw new AppError('field.type_fixed', { name });
  const isFixed = known.fieldType === 1;
  const formula = formulaAsked(draft, known.formType, known);
  const rollup = rollupAsked(draft, known.formType, known);
  if ((formula && !known.formula) || (rollup && !known.rollup)) throw new AppError('field.type_fixed', { name });
  // the label that the designer shows in another language is the same label
  const keepsName = name === known.name || (isDefaultLabel(type, known) && isDefaultLabel(type, { ...known, name }));
  if (known.operating >= 2) {
    if (!keepsName) throw new AppError('field.locked', { name: known.name });
    return { ...known, known, formula: null, rollup: null, hidden: draft.isHidden === 1 };
  }
  const plan = details(draft, known.formType, { formula, rollup });
  const declared = type.fields.find((field) => field.fieldName === known.fieldName);
  if (isFixed && declared?.unique === true && !plan.unique) throw new AppError('field.stays_unique', { name });
  return {
    ...plan,
    known,
    name: keepsName ? known.name : name,
    formType: known.formType,
    options: isFixed ? known.options : optionsOf(draft),
  };
}

/** Declared formulas cannot change; clients that do not support formulas send nothing about them. */
function formulaAsked(draft: FieldDraft, formType: FormType, known: Field | null): FieldPlan['formula'] {
  const typed = draft.formula?.trim() ?? '';
  if (known?.formula && known.fieldType === 1) return { typed: null, decimals: known.formula.decimals };
  if (!known?.formula && typed === '') return null;
  const decimals = resultDecimals(formType, draft.decimals ?? known?.formula?.decimals ?? 2);
  return { typed: draft.formula === undefined ? null : typed, decimals };
}

/** As for formulas: declared ones cannot change. */
function rollupAsked(draft: FieldDraft, formType: FormType, known: Field | null): FieldPlan['rollup'] {
  if (known?.rollup && known.fieldType === 1) return { asked: null, decimals: known.rollup.decimals };
  if (!known?.rollup && !draft.rollup) return null;
  const kind = draft.rollup?.kind ?? known?.rollup?.kind;
  const decimals = resultDecimals(formType, draft.decimals ?? known?.rollup?.decimals ?? 2);
  return { asked: draft.rollup ?? null, decimals: kind === 'count' ? 0 : decimals };
}

/** A computed field cannot be required or unique. */
const details = (
  draft: FieldDraft,
  formType: FormType,
  { formula, rollup }: Pick<FieldPlan, 'formula' | 'rollup'>,
) => ({
  formula,
  rollup,
  required: draft.isNull === 1 && !formula && !rollup,
  unique:
    numbersRecords({ formType }) || (draft.isUnique === 1 && !formula && !rollup && fieldTypeOf(formType).uniqueable),
  hidden: draft.isHidden === 1,
  maxLength: draft.maxLength ?? null,
  defaultValue: '',
  inputTips: draft.inputTips ?? '',
  remark: draft.remark,
});

/** By name or by number (R9.1); undefined when neither is known. */
const typeAsked = (draft: FieldDraft): FormType | undefined =>
  isFormType(draft.formType)
    ? heldType({ formType: draft.formType, type: draft.type })
    : formTypes.find((formType) => formTypeCodes[formType] === draft.type);

/**
 * Options are sent as an array of texts or of `{value}`, or as a comma list; a comma inside one would split it there.
 */
function optionsOf(draft: FieldDraft): string[] {
  const raw =
    Array.isArray(draft.setting) && draft.setting.length === 0 ? draft.options : (draft.setting ?? draft.options);
  const list: unknown[] = Array.isArray(raw) ? raw : typeof raw === 'string' ? raw.split(',') : [];
  const texts = list.map((option) =>
    typeof option === 'object' && option !== null
      ? (textOf((option as { value?: unknown }).value) ?? '')
      : (textOf(option) ?? ''),
  );
  const clean = texts.map(cleanOption).filter((text) => text !== '');
  return [...new Set(clean)].slice(0, mostOptions);
}

/** An option as it is stored: lists of options are joined by commas on the wire. */
export const cleanOption = (text: string): string =>
  withoutInvisible(text).replaceAll(',', '，').trim().slice(0, 100).trim();

/** A default value must be valid for a save. */
function defaultOf(plan: FieldPlan, raw: unknown): string {
  const text = (Array.isArray(raw) ? raw.map((one) => textOf(one) ?? '').join(',') : (textOf(raw) ?? '')).slice(
    0,
    1000,
  );
  // every record would start with the same number
  if (text === '' || holdsFiles(plan) || plan.formula || plan.rollup || numbersRecords(plan)) return '';
  const field = { ...(plan.known ?? emptyField), name: plan.name, formType: plan.formType, options: plan.options };
  const result = fieldTypeOf(plan.formType).parse(text, { ...field, maxLength: plan.maxLength });
  if (!result.ok) throw new AppError(result.problem.code, result.problem.params);
  return text;
}
