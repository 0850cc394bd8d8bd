import type { SheetCell, SheetRow } from '#server/platform/sheets/cell.ts';
import type { Mapping, SheetColumn } from '#server/record/import/columns.ts';
import { textOf } from '#server/record/import/sheet.ts';
import { placeOf } from '#server/record/lines/two-sheets.ts';
import type { Lookup } from '#shared/record/field-type.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';

export interface Repaired {
  readonly index: number;
  readonly from: string;
  readonly to: string;
}

/** What a text that a field does not take most likely means, as a text that it takes; null for no repair. */
function repairOf(text: string, field: Field, lookup: Lookup): string | null {
  const type = fieldTypeOf(field.formType);
  const isFine = (one: string): boolean => {
    const result = type.parse(type.fromText(one, field, lookup), field);
    return result.ok && (result.value === null || (type.check?.(result.value, field, {}) ?? null) === null);
  };
  if (!type.repair || isFine(text)) return null;
  const repaired = type.repair(text, field);
  return repaired !== null && isFine(repaired) ? repaired : null;
}

/** Repairs the cells of row after row; texts that come again are repaired once. */
export function openRepairs(mapping: Mapping, lookup: Lookup) {
  const columns = [...mapping].filter(([, { field, part }]) => part === null && fieldTypeOf(field.formType).repair);
  const known = new Map<number, Map<string, string | null>>();
  const repairIn = (index: number, { field }: SheetColumn, text: string): string | null => {
    const texts = known.get(index) ?? new Map<string, string | null>();
    known.set(index, texts);
    const found = texts.get(text);
    if (found !== undefined) return found;
    const repaired = repairOf(text, field, lookup);
    texts.set(text, repaired);
    return repaired;
  };
  return (row: SheetRow): { readonly row: SheetRow; readonly repaired: readonly Repaired[] } => {
    // a second sheet has columns of its own in these places
    if (placeOf(row.row).isOfLines) return { row, repaired: [] };
    const repaired = columns.flatMap(([index, column]): Repaired[] => {
      const read = textOf(row.cells[index]);
      if ('code' in read || read.text === '') return [];
      const to = repairIn(index, column, read.text);
      return to === null ? [] : [{ index, from: read.text, to }];
    });
    if (repaired.length === 0) return { row, repaired };
    const cells: SheetCell[] = [...row.cells];
    for (const { index, to } of repaired) cells[index] = to;
    return { row: { ...row, cells }, repaired };
  };
}
