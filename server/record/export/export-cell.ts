import type { Directory } from '#server/platform/access/names.ts';
import type { WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { shownAs, type StoredRow } from '#server/record/rows/row.ts';
import type { Field } from '#shared/record/field.ts';

/** How a row fills the cells of a field that has one column. */
export function cellOf(field: Field, fields: FieldSet, names: Directory): (row: StoredRow) => WorkbookValue {
  const text = shownAs(field, fields.all, names);
  const { cell } = serverTypeOf(field.formType).inSheet;
  return (row) => cell(text(row));
}
