/** What lists, details and forms do with the values of a type, beside their inputs: small, as every list loads it. */
export interface PageType {
  /** The text of a cell, where it is not what stands under the field's own key. */
  readonly cell?: (row: Readonly<Record<string, unknown>>) => string;
  /** How its decimals are written. */
  readonly decimal?: DecimalText;
  /** Where a value among the information of a record leads. */
  readonly href?: (value: string) => string;
  /** What people take elsewhere: cells offer to copy it. */
  readonly isCopied?: true;
  /** Cells only show it. */
  readonly isFixedInCells?: true;
  /** Lists add its values up. */
  readonly isSummed?: true;
  /** Its input takes the whole width of a form. */
  readonly isWide?: true;
  /** Enter begins a line in its input. */
  readonly hasLines?: true;
  /** A value of a form as a save takes it; as it is without. */
  readonly inSave?: (value: unknown, batchId: string) => unknown;
}

interface DecimalText {
  readonly text: (value: string) => string;
  /** As contracts and receipts say it. */
  readonly inCapitals?: (value: string) => string | null;
}
