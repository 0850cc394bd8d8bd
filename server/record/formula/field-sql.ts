import { sql, type RawBuilder } from 'kysely';
import type { Field } from '#shared/record/field.ts';
import { typeOfStorage, type FormulaType } from '#shared/record/formula/value.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { fieldColumn } from '#server/record/fields/columns.ts';

type Sql = RawBuilder<unknown>;
/** A field's value as formulas use it. Custom dates are text; times are in the company's time zone. */
const read: Readonly<Record<FormulaType, (value: Sql, isCustom: boolean) => Sql>> = {
  number: (value) => sql`(${value})::numeric`,
  text: (value) => sql`nullif(${value}, '')`,
  date: (value, isCustom) => (isCustom ? sql`nullif(${value}, '')::date` : value),
  datetime: (value, isCustom) =>
    isCustom ? sql`nullif(${value}, '')::timestamp` : sql`date_trunc('second', (${value})::timestamp)`,
  boolean: (value) => value,
};

/** The value of a field on the alias `r`; null for fields that formulas cannot use. */
export function fieldSql(field: Field): Sql | null {
  const type = typeOfStorage[fieldTypeOf(field.formType).storage];
  return type && read[type](fieldColumn(field).value, field.fieldType === 0);
}
