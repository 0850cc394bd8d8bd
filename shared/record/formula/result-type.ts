import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { FormType } from '#shared/record/field.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

/** Field types that may hold the result of a formula. */
const resultTypes: Partial<Record<FormType, FormulaType>> = {
  number: 'number',
  floatnumber: 'number',
  text: 'text',
  date: 'date',
  datetime: 'datetime',
};

/** The result type required by such a field; undefined for fields without formulas. */
export const resultTypeOf = (formType: FormType): FormulaType | undefined => resultTypes[formType];

/** Further field types whose default may be the result of a formula. */
const defaultTypes: Partial<Record<FormType, FormulaType>> = { ...resultTypes, percent: 'number', textarea: 'text' };

/** The result type of a formula for the default of such a field; undefined where there is none. */
export const defaultTypeOf = (formType: FormType): FormulaType | undefined => defaultTypes[formType];

/** Decimals of a result, as requested where its type leaves that open. */
export const resultDecimals = (formType: FormType, asked: number): number => fieldTypeOf(formType).decimals ?? asked;
