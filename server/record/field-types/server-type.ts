import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import type { Names } from '#shared/record/field-type.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

type OnRow = readonly (readonly [key: string, value: unknown])[];

/** What a value is put on a row of the wire with. */
interface RowAround {
  readonly names: Names;
  /** As the database gives it: it carries the names of the records that it points to. */
  readonly row: Readonly<Record<string, unknown>>;
}

interface FormAround {
  readonly names: Names;
  readonly files: ReadonlyMap<string, FileRow[]>;
}

/** What the server alone does with the values of a type, beside what both sides know of it (`FieldType`). */
export interface ServerType<V extends FieldValue = FieldValue> {
  /** Under which keys of a row, and as what, people get it (R7.7). */
  readonly onRow: (value: V | null, field: Field, around: RowAround) => OnRow;
  /** A value as forms read it (R9.4), also for none. */
  readonly inForm: (value: V | null, field: Field, around: FormAround) => unknown;
  /** What a new record begins with, as forms read it. */
  readonly defaultInForm: (text: string) => unknown;
  readonly inSheet: InSheet<V>;
  /** Lists add its values up. */
  readonly isSummed: boolean;
  /** Of days and moments: filters take ranges of them. */
  readonly time: TimeFilter | null;
  /** What filters may call its column, too. */
  readonly filterName?: string;
}

/** How values go into the cells of a sheet, and out of them where that is more than a text. */
export interface InSheet<V extends FieldValue> {
  readonly kind: WorkbookColumn['kind'];
  /** What a cell holds of the text that people read. */
  readonly cell: (text: string) => WorkbookValue;
  /** In several columns. */
  readonly parts?: SheetParts<V>;
}

/** A value that a sheet has in several columns, each with a heading of its own. */
export interface SheetParts<V extends FieldValue = FieldValue> {
  readonly columns: readonly { readonly part: string; readonly label: MessageKey }[];
  readonly cell: (value: V, part: string) => WorkbookValue;
  /** Reads the cells that hold something, by their parts, into something `parse` reads. */
  readonly read: (texts: ReadonlyMap<string, string>, field: Field) => { readonly value: unknown } | PartProblem;
}

export interface PartProblem {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly part: string;
}

/** Name of such a column in a mapping. */
export const partColumn = ({ fieldName }: Pick<Field, 'fieldName'>, part: string): string => `${fieldName}:${part}`;

interface TimeFilter {
  /** The value that a text of a filter means; null for none. */
  readonly read: (text: string) => string | null;
  /** What it means as the end of a range. */
  readonly asEnd: (value: unknown) => unknown;
}
