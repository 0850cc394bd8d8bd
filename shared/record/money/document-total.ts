import type { DocumentLine } from '#shared/record/money/document-line.ts';
import { percentOff, sumOf, toCents, withoutPercent } from '#shared/record/money/exact-decimal.ts';

/** What a document says of its money. The total is what counts; the rate is what it amounts to. */
export interface DocumentTotal {
  readonly totalPrice: string;
  /** Percent that the total is below the sum of the lines. */
  readonly discountRate: string;
  /**
   * The rate that was agreed on, by typing it or a total: later lines get it too. 0.00 where nobody typed either, which
   * keeps the total at the sum of the lines.
   */
  readonly agreedRate: string;
}

/** A total or a rate was typed, '' for none; or lines were added, changed or removed. */
export type DocumentEdit =
  | { readonly field: 'totalPrice' | 'discountRate'; readonly typed: string }
  | { readonly field: 'lines' };

type Lines = readonly Pick<DocumentLine, 'subtotal'>[];

/** The money of a document with this total: the rate that it amounts to is the agreed one. */
export function computedTotal(totalPrice: string, lines: Lines): DocumentTotal {
  const discountRate = percentOff(sumOfLines(lines), totalPrice);
  return { totalPrice: toCents(totalPrice), discountRate, agreedRate: discountRate };
}

/**
 * The document after an edit, with the lines as they are then. A rate sets the total once; a changed line keeps the
 * agreed rate, not the total, since a total that stays would give what is added away for nothing. The agreed rate is
 * kept beside the total because that, rounded, says it no longer: 10 % off 33.33 is 30.00, which is 9.99 %.
 */
export function editedDocument<D extends DocumentTotal>(document: D, lines: Lines, edit: DocumentEdit): D {
  if (edit.field === 'totalPrice' && edit.typed !== '') return { ...document, ...computedTotal(edit.typed, lines) };
  const agreedRate = edit.field === 'lines' ? document.agreedRate : rateTyped(edit);
  const totalPrice = withoutPercent(sumOfLines(lines), agreedRate);
  return { ...document, ...computedTotal(totalPrice, lines), agreedRate };
}

export const sumOfLines = (lines: Lines): string => sumOf(lines.map(({ subtotal }) => subtotal));

/** Without a total the document is back at the sum of its lines. */
const rateTyped = ({ field, typed }: Exclude<DocumentEdit, { readonly field: 'lines' }>): string =>
  toCents(field === 'discountRate' ? typed : '');
