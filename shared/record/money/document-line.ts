import { percentOff, productOf, toCents, withoutPercent } from '#shared/record/money/exact-decimal.ts';

/** A line of a document. Sales price, quantity and subtotal are stored facts; the discount is derived from them. */
export interface DocumentLine {
  /** The standard price. */
  readonly price: string;
  readonly salesPrice: string;
  readonly num: string;
  /** In percent of the standard price; negative when the sales price is higher. */
  readonly discount: string;
  readonly subtotal: string;
}

export type LineField = 'price' | 'salesPrice' | 'num' | 'discount';

/** A line with its discount and subtotal derived. */
export const computedLine = <L extends Pick<DocumentLine, 'price' | 'salesPrice' | 'num'>>(
  line: L,
): L & DocumentLine => ({
  ...line,
  discount: percentOff(line.price, line.salesPrice),
  subtotal: productOf(line.salesPrice, line.num),
});

/**
 * The line after an edit of one of its fields; `typed` is a decimal parsed by the field's type, '' for none. A discount
 * sets the sales price once, and the displayed discount is derived from that: 33.3 % off 0.05 is 0.03, which is 40 %.
 */
export function editedLine<L extends DocumentLine>(line: L, field: LineField, typed: string): L {
  if (field === 'discount') return computedLine({ ...line, salesPrice: withoutPercent(line.price, typed) });
  return computedLine({ ...line, [field]: field === 'num' ? typed : toCents(typed) });
}
