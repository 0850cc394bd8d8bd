import { isChosen, isFixed, newLine, typedInto, type FormLine, type LineSetup } from '#web/record/lines/form-lines.ts';
import { asField } from '#web/record/form/form-values.ts';
import { optionOf } from '#web/record/cells/field-options.ts';
import type { FormField } from '#shared/record/calls/field-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Lookup } from '#shared/record/field-type.ts';
import { readAmount } from '#shared/record/money/written-amount.ts';

/**
 * The cells of a block copied from a spreadsheet: tabs between columns, a cell with a tab, a break or a quote in
 * quotes. The final break adds no row.
 */
export function blockOf(copied: string): string[][] {
  const text = copied.replaceAll(/\r\n?/g, '\n').replace(/\n$/, '');
  const rows: string[][] = [[]];
  for (let at = 0; at <= text.length;) {
    const quoted = text[at] === '"' ? quotedAt(text, at) : null;
    const plainEnd = text.slice(at).search(/[\t\n]/);
    const end = quoted?.end ?? (plainEnd < 0 ? text.length : at + plainEnd);
    rows.at(-1)?.push((quoted?.cell ?? text.slice(at, end)).trim());
    if (text[end] === '\n') rows.push([]);
    at = end + 1;
  }
  return rows;
}

/** Null where the opening quote does not enclose the cell, as in `"A" series`. */
function quotedAt(text: string, from: number): { readonly cell: string; readonly end: number } | null {
  let end = from + 1;
  while (end < text.length) {
    const next = text.indexOf('"', end);
    if (next < 0) return null;
    if (text[next + 1] === '"') end = next + 2;
    else {
      const after = text[next + 1];
      const isWhole = after === undefined || after === '\t' || after === '\n';
      return isWhole ? { cell: text.slice(from + 1, next).replaceAll('""', '"'), end: next + 1 } : null;
    }
  }
  return null;
}

/** Names cannot be resolved here: only the server knows them. */
const nobody: Lookup = { userIds: () => [], deptIds: () => [], recordIds: () => [] };

/** The value of a text for a field; undefined when invalid. */
export function readCell(field: FormField, text: string): unknown {
  if (text === '') return '';
  const plain = asField(field);
  if (isChosen(field)) return undefined;
  const option = field.setting.map(optionOf).find(({ label }) => label === text);
  const written =
    fieldTypeOf(plain.formType).storage === 'numeric' ? (readAmount(text) ?? text) : (option?.value ?? text);
  const { parse, fromText } = fieldTypeOf(plain.formType);
  const read = parse(fromText(String(written), plain, nobody), plain);
  return read.ok ? (read.value ?? '') : undefined;
}

/** The result of pasting a block. */
export interface Pasted {
  readonly lines: readonly FormLine[];
  /** Cells with an invalid text, by the key of their line. */
  readonly unread: readonly { readonly key: string; readonly field: FormField; readonly text: string }[];
  /** Read-only columns, and the number of columns beyond the table. */
  readonly passedOver: readonly FormField[];
  readonly beyond: number;
}

/** The lines with a block pasted from one cell on; rows below the last line become new lines. */
export function pastedInto(
  setup: LineSetup,
  lines: readonly FormLine[],
  from: { readonly key: string; readonly fieldName: string },
  block: readonly (readonly string[])[],
): Pasted {
  const firstLine = Math.max(
    lines.findIndex(({ key }) => key === from.key),
    0,
  );
  const firstField = setup.fields.findIndex(({ fieldName }) => fieldName === from.fieldName);
  const width = Math.max(...block.map((row) => row.length));
  const columns = setup.fields.slice(firstField, firstField + width);
  const unread: { key: string; field: FormField; text: string }[] = [];
  const next = [...lines];
  for (const [down, cells] of block.entries()) {
    let line = next[firstLine + down] ?? newLine();
    for (const [at, field] of columns.entries()) {
      const text = cells[at];
      if (text === undefined || isFixed(setup, field)) continue;
      const value = readCell(field, text);
      // both come from the sheet: the pasted discount must not override the sales price
      if (value !== undefined && isDiscountBeside(setup, line, field, columns)) continue;
      if (value !== undefined) line = typedInto(setup, line, field.fieldName, value);
      else {
        line = { ...line, unread: { ...line.unread, [field.fieldName]: text } };
        unread.push({ key: line.key, field, text });
      }
    }
    next[firstLine + down] = line;
  }
  return {
    lines: next,
    unread,
    passedOver: columns.filter((field) => isFixed(setup, field)),
    beyond: Math.max(width - columns.length, 0),
  };
}

/** A discount pasted together with a sales price is ignored. */
function isDiscountBeside(
  { lines: { amounts } }: LineSetup,
  { typed }: FormLine,
  { fieldName }: FormField,
  columns: readonly FormField[],
): boolean {
  if (!amounts || fieldName !== amounts.line.discount) return false;
  const { salesPrice } = amounts.line;
  return columns.some((column) => column.fieldName === salesPrice) && (typed[salesPrice] ?? '') !== '';
}
