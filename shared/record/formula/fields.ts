import { fieldTypeOf, holdsFiles } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import { typeOfStorage, type FormulaType } from '#shared/record/formula/value.ts';

/** A field as formulas know it. */
export interface FormulaField {
  /** Its column, or `f` and the id of a custom field: immutable. */
  readonly id: string;
  readonly label: string;
  /** Null when formulas cannot use it. */
  readonly type: FormulaType | null;
}

/** Finds the field for a name in a formula. */
export type FieldsOfFormula = (name: string) => FormulaField | undefined;

export const formulaField = (
  field: Pick<Field, 'fieldId' | 'fieldName' | 'fieldType' | 'formType' | 'name'>,
): FormulaField => ({
  id: field.fieldType === 1 ? field.fieldName : `f${field.fieldId}`,
  label: field.name,
  // a file field contains the number of a batch
  type: holdsFiles(field) ? null : typeOfStorage[fieldTypeOf(field.formType).storage],
});

/** For stored formulas. */
export function fieldsById(fields: readonly FormulaField[]): FieldsOfFormula {
  const byId = new Map(fields.map((field) => [field.id, field]));
  return (name) => byId.get(name);
}

/** For typed text: by label first, which is what people see, then by column. */
export function fieldsByLabel(fields: readonly FormulaField[]): FieldsOfFormula {
  const byName = new Map(fields.map((field) => [field.id, field]));
  for (const field of fields) byName.set(field.label.normalize('NFC').trim(), field);
  return (name) => byName.get(name);
}
