/** How lists, details and forms handle the values of a type, without their inputs: small, as every list loads it. */
export interface PageType {
  /** How its values look in lists and boards; plain text by default. */
  readonly look?: Look;
  /** The text of a cell, if it is not the value under the field's own key. */
  readonly cell?: (row: Readonly<Record<string, unknown>>) => string;
  /** Format of its decimals. */
  readonly decimal?: DecimalText;
  /** Link of a value in the information of a record. */
  readonly href?: (value: string) => string;
  /** Values that people often copy: cells offer to copy them. */
  readonly isCopied?: true;
  /** How it is edited within its cell; others open a box over it. */
  readonly inCell?: InCell;
  /** Shown without seconds, which are for logs. */
  readonly isToTheMinute?: true;
  /** Cells are read-only. */
  readonly isFixedInCells?: true;
  /** Lists sum its values. */
  readonly isSummed?: true;
  /** Its values are chosen, not typed: its input is checked on every change instead of on blur. */
  readonly isChosen?: true;
  /** Its input spans the whole width of a form. */
  readonly isWide?: true;
  /** Enter starts a new line in its input. */
  readonly hasLines?: true;
  /** Converts a form value for a save; unchanged by default. */
  readonly inSave?: (value: unknown, batchId: string) => unknown;
}

/** A box, a list of options of which one or several are chosen, a calendar. */
export type InCell = 'text' | 'options' | 'choices' | 'moment';

/**
 * A chip for an option, an avatar for a person, a time as people say it, digits in groups, numbers at the right, an address
 * that leads there, files to be opened.
 */
export type Look = 'chip' | 'chips' | 'person' | 'moment' | 'phone' | 'number' | 'link' | 'file';

interface DecimalText {
  readonly text: (value: string) => string;
  /** The form used in contracts and receipts. */
  readonly inCapitals?: (value: string) => string | null;
}
