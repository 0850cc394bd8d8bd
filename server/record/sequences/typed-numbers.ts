import type { SheetRow } from '#server/platform/sheets/cell.ts';
import type { Mapping } from '#server/record/import/columns.ts';
import { textOf } from '#server/record/import/sheet.ts';
import { fieldTypeOf, numbersRecords } from '#shared/record/field-types.ts';

/** Whether the sheet may bring numbers that the server would give otherwise. */
export const bringsNumbers = (mapping: Mapping): boolean =>
  [...mapping.values()].some(({ field }) => numbersRecords(field));

/**
 * The numbers that the rows of a sheet bring: a row without one must not get what a later row has, or that one would be
 * taken for the same record.
 */
export async function typedNumbers(rows: AsyncIterable<SheetRow>, mapping: Mapping): Promise<ReadonlySet<string>> {
  const numbers = new Set<string>();
  const columns = [...mapping].filter(([, { field }]) => numbersRecords(field));
  for await (const { cells } of rows) {
    for (const [index, { field }] of columns) {
      const read = textOf(cells[index]);
      const parsed = 'text' in read ? fieldTypeOf(field.formType).parse(read.text, field) : null;
      if (parsed?.ok && typeof parsed.value === 'string') numbers.add(parsed.value);
    }
  }
  return numbers;
}
