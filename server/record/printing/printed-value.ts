import type { FieldValue } from '#shared/record/field.ts';

/** What a document can say of a field: what the reader sees, and nothing of what is hidden from them. */
export interface PrintedField {
  readonly label: string;
  readonly isMoney: boolean;
  readonly isFigure: boolean;
  readonly isDay: boolean;
}

export interface PrintedValue extends PrintedField {
  readonly text: string;
  /** For conditions and sums; null also where only a mask is shown. */
  readonly value: FieldValue;
}

export interface PrintedLines {
  readonly fields: ReadonlyMap<string, PrintedField>;
  /** The field that names a line. */
  readonly titleKey: string;
  readonly rows: readonly ReadonlyMap<string, PrintedValue>[];
}

export interface PrintedRecord {
  readonly title: string;
  readonly noun: string;
  /** The only time that the document carries, in UTC. */
  readonly createdAt: string;
  /** By the keys that templates use. */
  readonly values: ReadonlyMap<string, PrintedValue>;
  /** What a list of all fields has, in the order of the type. */
  readonly shown: readonly string[];
  /** Money of the whole, which follows the lines. */
  readonly totals: readonly string[];
  readonly lines: PrintedLines | null;
  readonly logo: { readonly data: string; readonly width: number; readonly height: number } | null;
}
