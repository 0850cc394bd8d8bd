import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { FileRow } from '#shared/record/calls/record-calls.ts';
import type { Names } from '#shared/record/field-type.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { ErrorCode, ErrorParams } from '#shared/wire/error-codes.ts';

type OnRow = readonly (readonly [key: string, value: unknown])[];

/** What is needed to put a value on a wire row. */
interface RowAround {
  readonly names: Names;
  /** The database row: it includes the names of referenced records. */
  readonly row: Readonly<Record<string, unknown>>;
}

export interface FormAround {
  readonly names: Names;
  readonly files: ReadonlyMap<string, FileRow[]>;
  /** Ids from the top of a field's tree to a node. */
  readonly path: (field: Field, id: number) => readonly number[];
}

/** Server-only behaviour of a type's values, in addition to the shared one (`FieldType`). */
export interface ServerType<V extends FieldValue = FieldValue> {
  /** The keys and values on a row (R7.7). */
  readonly onRow: (value: V | null, field: Field, around: RowAround) => OnRow;
  /** A value in the form for inputs (R9.4), also for none. */
  readonly inForm: (value: V | null, field: Field, around: FormAround) => unknown;
  /** The initial value of a new record, in the form for inputs. */
  readonly defaultInForm: (text: string) => unknown;
  readonly inSheet: InSheet<V>;
  /** Lists sum its values. */
  readonly isSummed: boolean;
  /** For days and times: filters accept ranges of them. */
  readonly time: TimeFilter | null;
  /** Further filter names of its column. */
  readonly filterName?: string;
  readonly onPaper?: OnPaper;
}

/** How values stand in documents, in so far as it differs from plain text. */
interface OnPaper {
  /** Left out without prices, and written in capitals. */
  readonly isMoney?: boolean;
  /** Summed up over lines, and to the right of its column. */
  readonly isFigure?: boolean;
  /** Written as a full date as well. */
  readonly isDay?: boolean;
  /** Nothing of it can be printed. */
  readonly isLeftOut?: boolean;
  /** Content for the displayed text of a value that is not masked. */
  readonly text?: (text: string) => string;
}

/** How values are written to the cells of a sheet, and read unless they are plain text. */
export interface InSheet<V extends FieldValue> {
  readonly kind: WorkbookColumn['kind'];
  /** Cell content for the displayed text. */
  readonly cell: (text: string) => WorkbookValue;
  /** In several columns. */
  readonly parts?: SheetParts<V>;
}

/** A value that a sheet splits into several columns, each with its own heading. */
export interface SheetParts<V extends FieldValue = FieldValue> {
  readonly columns: readonly { readonly part: string; readonly label: MessageKey }[];
  readonly cell: (value: V, part: string) => WorkbookValue;
  /** Converts the non-empty cells, by part, into input for `parse`. */
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
  /** The value of a filter text; null for none. */
  readonly read: (text: string) => string | null;
  /** Its value as the end of a range. */
  readonly asEnd: (value: unknown) => unknown;
}
