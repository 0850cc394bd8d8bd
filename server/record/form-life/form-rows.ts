import { isDeepStrictEqual } from 'node:util';
import type { Database } from '#server/platform/database/tables.ts';
import { rollupShown } from '#server/record/rollups/set-up-rollups.ts';
import type { FieldDraft, RollupDraft } from '#shared/record/calls/field-calls.ts';
import { formTypeCodes, isFormType, type Field } from '#shared/record/field.ts';
import { tokensOf } from '#shared/record/formula/tokens.ts';
import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';
import { fieldsInConditions, type Rollup } from '#shared/record/rollup.ts';

/** A row of the set-up as versions and the bin keep it: by the columns of `record_field`. */
export interface FormRow {
  readonly field_id: number;
  readonly field_name: string;
  readonly field_type: number;
  readonly form_type: string;
  readonly name: string;
  readonly required: boolean;
  readonly is_unique: boolean;
  readonly hidden: boolean;
  readonly options: readonly string[];
  readonly max_length: number | null;
  readonly default_value: string;
  readonly input_tips: string;
  readonly remark: string;
  readonly relevant: number | null;
  readonly formula: string | null;
  readonly formula_decimals: number;
  readonly rollup: Rollup | null;
  /** Versions from before there were any have none of these. */
  readonly default_formula?: string | null;
  readonly rules?: FieldRules;
  readonly is_indexed?: boolean;
  /** Versions are in order without it. */
  readonly sorting?: number;
}

/** A stored row for words about it. */
export const namedBy = ({ field_type: kind, field_name: fieldName, form_type: formType, name }: FormRow) => ({
  fieldType: kind === 1 ? (1 as const) : (0 as const),
  fieldName,
  formType: isFormType(formType) ? formType : ('text' as const),
  name,
});

/** The fields that a computed one, or the default of one, is made of: of its own form, or of that of the records that it counts. */
export function madeOf({ formula, default_formula: byDefault = null, rollup }: FormRow): readonly string[] {
  if (rollup) return [...(rollup.field === undefined ? [] : [rollup.field]), ...fieldsInConditions(rollup)];
  return [formula, byDefault].flatMap((text) => (text === null ? [] : fieldsInFormula(text)));
}

/** The keys of the fields that a stored formula uses. */
export function fieldsInFormula(text: string): string[] {
  const read = tokensOf(text);
  return read.ok ? read.tokens.flatMap((token) => (token.kind === 'field' ? [token.text] : [])) : [];
}

/** What a designer would send to make `known` as it is in the row. `isBack`: what it counts by is checked again. */
export async function draftOf(
  db: Database,
  row: FormRow,
  known: Field,
  { isBack = false }: { readonly isBack?: boolean } = {},
): Promise<FieldDraft> {
  const { field_type: kind, form_type: formType, rollup } = row;
  const { decimals: _decimals, ...counted } = known.rollup ?? { decimals: 0 };
  const isCounted = rollup !== null && kind !== 1 && (isBack || !isDeepStrictEqual(counted, rollup));
  const shown = isCounted ? await rollupShown(db, { ...known, rollup: { ...rollup, decimals: 0 } }) : null;
  return {
    fieldId: row.field_id,
    name: row.name,
    formType,
    type: isFormType(formType) ? formTypeCodes[formType] : 0,
    setting: [...row.options],
    isNull: row.required ? 1 : 0,
    isUnique: row.is_unique ? 1 : 0,
    isHidden: row.hidden ? 1 : 0,
    maxLength: row.max_length ?? undefined,
    defaultValue: row.default_value,
    defaultFormula: row.default_formula ?? '',
    inputTips: row.input_tips,
    remark: row.remark,
    relevant: row.relevant,
    // fields have the same keys in typed formulas as in stored ones
    ...(row.formula !== null && { formula: row.formula }),
    decimals: row.formula_decimals,
    ...(row.rules && { rules: row.rules }),
    ...(row.is_indexed !== undefined && { isIndexed: row.is_indexed ? 1 : 0 }),
    ...(shown && { rollup: { ...shown, fieldId: shown.fieldId ?? undefined } as RollupDraft }),
  };
}
