import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { lineAmountsOf } from '#server/record/registry.ts';
import type { PrintedField } from '#server/record/printing/printed-value.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** The key of a field in templates, which stays when it is renamed. */
export const keyOf = (field: Pick<Field, 'fieldType' | 'fieldName' | 'fieldId'>): string =>
  field.fieldType === 1 ? field.fieldName : `f${field.fieldId}`;

/** The fields of a type that can be printed for the reader, masked ones included. */
export const printable = (fields: FieldSet): Field[] =>
  fields.displayed.filter(
    ({ companionOf, formType }) => companionOf === null && serverTypeOf(formType).onPaper?.isLeftOut !== true,
  );

/** How a field stands on paper. What follows from prices is money as well, such as the discount of a line. */
export function printedField(type: RecordType, field: Field, language: Language): PrintedField {
  const { isMoney = false, isFigure = false, isDay = false } = serverTypeOf(field.formType).onPaper ?? {};
  return {
    label: labelOf(type, field, language),
    isMoney: isMoney || moneyNames(type).has(field.fieldName),
    isFigure,
    isDay,
  };
}

function moneyNames(type: RecordType): ReadonlySet<string> {
  const amounts = lineAmountsOf(type);
  if (!amounts) return new Set();
  const { num: _num, ...ofLine } = amounts.line;
  return new Set([...Object.values(ofLine), ...Object.values(amounts.head)]);
}
