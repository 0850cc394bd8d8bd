import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';
import type { Relation } from '#shared/record/relations/relation-declaration.ts';
import type { RowTable } from '#shared/record/relations/row-table.ts';
import type { Rollup } from '#shared/record/rollup.ts';
import type { Tree } from '#shared/record/trees/tree.ts';
import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

/** Field types, with the numeric type of the wire (R9.1); 0 if it has none. */
export const formTypeCodes = {
  text: 1,
  textarea: 2,
  select: 3,
  date: 4,
  number: 5,
  floatnumber: 6,
  mobile: 7,
  file: 8,
  checkbox: 9,
  user: 10,
  structure: 12,
  datetime: 13,
  email: 14,
  customer: 15,
  business: 16,
  contacts: 17,
  map_address: 18,
  category: 19,
  percent: 42,
  // sent as text to older clients; forms identify it by a separate key
  sequence: 1,
  contract: 20,
  receivables_plan: 21,
  product: 0,
  business_type: 0,
} as const;

export type FormType = keyof typeof formTypeCodes;
export const formTypes = Object.keys(formTypeCodes) as FormType[];
export const isFormType = (value: unknown): value is FormType =>
  typeof value === 'string' && Object.hasOwn(formTypeCodes, value);

/** Type names used only in forms: the input offers checks of the typed value (R9.18). */
const checkedTypes = {
  crm_check_name: { holds: 'text', checks: 'name' },
  crm_phone_check_name: { holds: 'mobile', checks: 'number' },
} as const satisfies Record<string, { readonly holds: FormType; readonly checks: string }>;
export type CheckedType = keyof typeof checkedTypes;
const isCheckedType = (formType: string): formType is CheckedType => Object.hasOwn(checkedTypes, formType);

/** The form type of a column of stages; its value is the id of one. */
const stageType = 'business_status';

/** The subject of the checks for a field's input; null for none. */
export const checkedIn = ({ formType }: Pick<OnWire, 'formType'>): 'name' | 'number' | null =>
  isCheckedType(formType) ? checkedTypes[formType].checks : null;

/**
 * The wire type for types that older clients do not know: they read, show and send a percentage as an amount with two
 * decimals; its code distinguishes it. A number given by a sequence is sent as text, also distinguished by its code.
 */
const olderNames: Partial<Record<FormType, FormType>> = { percent: 'floatnumber', sequence: 'text' };
const wireFormType = (formType: FormType): FormType => olderNames[formType] ?? formType;

/** The wire type of a type. */
export const typeOnWire = (formType: FormType): { readonly type: number; readonly formType: FormType } => ({
  type: formTypeCodes[formType],
  formType: wireFormType(formType),
});

interface OnWire {
  readonly formType: string;
  readonly type?: number;
  /** What forms show about a sequence field. */
  readonly sequence?: object | undefined;
}

/** The type of a wire field, whatever name forms or older clients use. */
export function heldType({ formType, type, sequence }: OnWire): FormType {
  if (sequence !== undefined) return 'sequence';
  if (formType === stageType) return 'select';
  const named = isCheckedType(formType) ? checkedTypes[formType].holds : (formType as FormType);
  return formTypes.find((one) => formTypeCodes[one] === type && wireFormType(one) === named) ?? named;
}

/** An address as stored and as on the wire (R9.16); `address` is "省,市,区". */
export interface Address {
  readonly address: string;
  readonly location: string;
  readonly detailAddress: string;
  readonly lng: string;
  readonly lat: string;
}

/** A field value. Decimals are text, dates `yyyy-MM-dd`, datetimes `yyyy-MM-dd HH:mm:ss`. */
export type FieldValue = string | number | readonly string[] | readonly number[] | Address | null;

/** Decimals, as text. */
export interface Range {
  readonly least: string;
  readonly most: string;
}

/** A field of one record type as the server and the page know it. */
export interface Field {
  readonly fieldId: number;
  /** Column name for fixed fields, the label for custom ones (R9.2). */
  readonly fieldName: string;
  /** The displayed label. */
  readonly name: string;
  readonly formType: FormType;
  /** 1 fixed column, 0 custom. */
  readonly fieldType: 0 | 1;
  readonly required: boolean;
  readonly unique: boolean;
  /** Queries can count on an index of its own. */
  readonly indexed?: boolean;
  /** The refusal of a value that another record has; `field.unique` without. */
  readonly taken?: ErrorCode | undefined;
  readonly options: readonly string[];
  /** Labels in the reader's language for declared options. */
  readonly optionNames?: ReadonlyMap<string, string> | undefined;
  /** Those options by their label in any language: sheets contain the language of their author. */
  readonly optionsByName?: ReadonlyMap<string, string> | undefined;
  readonly maxLength: number | null;
  readonly defaultValue: string;
  readonly inputTips: string;
  /** 0 may edit and delete, 1 edit only, 2 delete only, 3 neither. */
  readonly operating: 0 | 1 | 2 | 3;
  readonly sorting: number;
  /** The declaration about the referenced record; absent for fields without a reference. */
  readonly relation?: Relation | undefined;
  /** The tree whose nodes it names. */
  readonly tree?: Tree | undefined;
  /** The table whose rows it names. */
  readonly rowsOf?: RowTable | undefined;
  /** Shown only inside another field's input, such as the area code inside the mobile. */
  readonly companionOf: string | null;
  /** Only amounts above 0. */
  readonly positive?: boolean;
  /** Both inclusive, when they differ from those of the type. */
  readonly range?: Range;
  /** Computed from other fields, which it identifies by immutable keys; never written by a caller. */
  readonly formula?: { readonly text: string; readonly decimals: number };
  /** Computes what a new record has where nothing was entered, as stored; `defaultValue` is empty then. */
  readonly defaultFormula?: string;
  /** Keys in formulas of the fields that its values may have been computed from as defaults, now or formerly. */
  readonly defaultInputs?: readonly string[];
  /** What forms do by it and with it; other fields by fieldName. */
  readonly rules?: FieldRules;
  /** Counted over the child records; never written by a caller. */
  readonly rollup?: Rollup & { readonly decimals: number };
  /** Hidden from the reader, by the field set-up or by the reader's roles. */
  readonly hidden: boolean;
  /**
   * For a hidden field: rows, details and forms contain its masked text instead of the value. Code that ignores this
   * flag treats the field as hidden, so forgetting the mask shows too little.
   */
  readonly masked?: boolean;
  /** The reader's roles make it read-only. */
  readonly readOnly: boolean;
}

/** Of no type in particular: a start for one that is not set up yet. */
export const emptyField: Field = {
  fieldId: 0,
  fieldName: '',
  name: '',
  formType: 'text',
  fieldType: 0,
  required: false,
  unique: false,
  options: [],
  maxLength: null,
  defaultValue: '',
  inputTips: '',
  operating: 0,
  sorting: 0,
  companionOf: null,
  hidden: false,
  readOnly: false,
};

/** Whether the server computes a field: values from clients, merges, mappings and sheets are ignored. */
export const isComputed = ({ formula, rollup }: Pick<Field, 'formula' | 'rollup'>): boolean =>
  formula !== undefined || rollup !== undefined;

/** The display text of an option; other values are unchanged. */
export const optionName = ({ optionNames }: Pick<Field, 'optionNames'>, option: string): string =>
  optionNames?.get(option) ?? option;

/** Key of the field on a row of the wire: camelCase for fixed columns, the label for custom fields (R3.3). */
export const rowKey = (field: Pick<Field, 'fieldType' | 'fieldName'>): string =>
  field.fieldType === 1 ? camelCase(field.fieldName) : field.fieldName;

const camelCased = new Map<string, string>();

/** For names in code and columns, which are few: cached, because every row of a list needs it. */
export function camelCase(name: string): string {
  const known = camelCased.get(name);
  if (known !== undefined) return known;
  const made = name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  if (camelCased.size < 2000) camelCased.set(name, made);
  return made;
}
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

export interface Problem {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
}
export type Parsed<V extends FieldValue = FieldValue> =
  | { readonly ok: true; readonly value: V | null }
  | { readonly ok: false; readonly problem: Problem };

export const parsed = <V extends FieldValue>(value: V | null): Parsed<V> => ({ ok: true, value });
export const problem = (code: ErrorCode, field: Pick<Field, 'name'>, params: ErrorParams = {}): Parsed<never> => ({
  ok: false,
  problem: { code, params: { name: field.name, ...params } },
});

/**
 * A text or number of a request as text, `null` for anything else. Objects of requests have no prototype (security X5),
 * so `String` and `Number` throw on them.
 */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value : typeof value === 'number' ? String(value) : null;

/** True for every way in which a request expresses "no value" (R3.5). */
export const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
