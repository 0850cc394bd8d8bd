import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { FormType } from '#shared/record/field.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

/** Kinds of fields that may hold what a formula gives. */
const resultTypes: Partial<Record<FormType, FormulaType>> = {
  number: 'number',
  floatnumber: 'number',
  text: 'text',
  date: 'date',
  datetime: 'datetime',
};

/** What a formula of such a field has to give; undefined where a field holds no formula. */
export const resultTypeOf = (formType: FormType): FormulaType | undefined => resultTypes[formType];

/** Decimals of a result, as they were asked for where its type leaves that open. */
export const resultDecimals = (formType: FormType, asked: number): number => fieldTypeOf(formType).decimals ?? asked;
