import type { DocumentLine } from '#shared/record/money/document-line.ts';
import { percentOff, sumOf, toCents, withoutPercent } from '#shared/record/money/exact-decimal.ts';

/** The money of a document. The total is the stored fact; the rate is derived from it. */
export interface DocumentTotal {
  readonly totalPrice: string;
  /** Percentage by which the total is below the sum of the lines. */
  readonly discountRate: string;
  /**
   * The agreed rate, set by typing it or a total: it applies to later lines too. 0.00 when neither was typed, which
   * keeps the total at the sum of the lines.
   */
  readonly agreedRate: string;
}

/** A total or a rate was typed, '' for none; or lines were added, changed or removed. */
export type DocumentEdit =
  | { readonly field: 'totalPrice' | 'discountRate'; readonly typed: string }
  | { readonly field: 'lines' };

type Lines = readonly Pick<DocumentLine, 'subtotal'>[];

/** The money of a document with this total, whose rate becomes the agreed one. */
export function computedTotal(totalPrice: string, lines: Lines): DocumentTotal {
  const discountRate = percentOff(sumOfLines(lines), totalPrice);
  return { totalPrice: toCents(totalPrice), discountRate, agreedRate: discountRate };
}

/**
 * The document after an edit, with its current lines. A rate sets the total once; after a changed line the agreed rate
 * is kept, not the total, since a fixed total would give added lines away for free. The agreed rate is stored because
 * it cannot be derived from the rounded total: 10 % off 33.33 is 30.00, which is 9.99 %.
 */
export function editedDocument<D extends DocumentTotal>(document: D, lines: Lines, edit: DocumentEdit): D {
  if (edit.field === 'totalPrice' && edit.typed !== '') return { ...document, ...computedTotal(edit.typed, lines) };
  const agreedRate = edit.field === 'lines' ? document.agreedRate : rateTyped(edit);
  const totalPrice = withoutPercent(sumOfLines(lines), agreedRate);
  return { ...document, ...computedTotal(totalPrice, lines), agreedRate };
}

export const sumOfLines = (lines: Lines): string => sumOf(lines.map(({ subtotal }) => subtotal));

/** Without a total the document returns to the sum of its lines. */
const rateTyped = ({ field, typed }: Exclude<DocumentEdit, { readonly field: 'lines' }>): string =>
  toCents(field === 'discountRate' ? typed : '');
