import { textOf, type FieldValue } from '#shared/record/field.ts';
import { computedLine, editedLine, type DocumentLine } from '#shared/record/money/document-line.ts';
import { editedDocument, type DocumentEdit, type DocumentTotal } from '#shared/record/money/document-total.ts';
import { toCents } from '#shared/record/money/exact-decimal.ts';
import type { LineAmounts } from '#shared/record/record-type.ts';

type Values = Readonly<Record<string, FieldValue>>;

/**
 * The derived figures of a line. `typed` are the fields that were changed: a discount sets the sales price unless that
 * was typed too, and a line without a sales price gets the standard price.
 */
export function lineFigures({ line: names }: LineAmounts, values: Values, typed: ReadonlySet<string>): Values {
  const at = (name: keyof DocumentLine): string => textOf(values[names[name]]) ?? '';
  const line = { price: at('price'), salesPrice: at('salesPrice'), num: at('num'), discount: '', subtotal: '' };
  const isDiscounted = typed.has(names.discount) && !typed.has(names.salesPrice);
  const { salesPrice, discount, subtotal } = isDiscounted
    ? editedLine(line, 'discount', at('discount'))
    : computedLine(line.salesPrice === '' && line.price !== '' ? { ...line, salesPrice: line.price } : line);
  return {
    ...values,
    [names.salesPrice]: salesPrice === '' ? null : toCents(salesPrice),
    [names.discount]: discount,
    [names.subtotal]: subtotal,
  };
}

/** The previous document, the sent values, and whether its lines have changed. */
interface HeadEdit {
  readonly previous: Values | null;
  readonly next: Values;
  readonly lines: readonly Values[];
  readonly linesChanged: boolean;
}

/**
 * The money of a document after an edit. A rate that gives the total sent with it becomes the agreed one; otherwise
 * that total was typed.
 */
export function headFigures({ line, head }: LineAmounts, { previous, next, lines, linesChanged }: HeadEdit): Values {
  const textAt = (values: Values | null, name: keyof DocumentTotal): string => textOf(values?.[head[name]]) ?? '';
  const subtotals = lines.map((values) => ({ subtotal: textOf(values[line.subtotal]) ?? '' }));
  const before: DocumentTotal = {
    totalPrice: textAt(previous, 'totalPrice'),
    discountRate: textAt(previous, 'discountRate'),
    agreedRate: textAt(previous, 'agreedRate'),
  };
  const typed = (name: keyof DocumentTotal): string | null =>
    textAt(next, name) === before[name] ? null : textAt(next, name);
  const total = typed('totalPrice');
  const rates = [typed('agreedRate'), typed('discountRate')].filter((rate) => rate !== null);
  const after = (edit: DocumentEdit): DocumentTotal => {
    const { agreedRate, ...document } = editedDocument(before, subtotals, edit);
    return { ...document, agreedRate: toCents(agreedRate) };
  };
  const rateEdits = rates.map((rate): DocumentEdit => ({ field: 'discountRate', typed: rate }));
  const wanted = ((): DocumentTotal => {
    if (total === null) {
      const rate = typed('discountRate');
      if (rate !== null) return after({ field: 'discountRate', typed: rate });
      return linesChanged || previous === null ? after({ field: 'lines' }) : before;
    }
    const edits: DocumentEdit[] = [{ field: 'lines' }, ...rateEdits];
    const fitting = edits.map(after).find(({ totalPrice }) => total !== '' && totalPrice === toCents(total));
    return fitting ?? after({ field: 'totalPrice', typed: total });
  })();
  return {
    ...next,
    [head.totalPrice]: wanted.totalPrice || null,
    [head.discountRate]: wanted.discountRate || null,
    [head.agreedRate]: wanted.agreedRate || null,
  };
}
