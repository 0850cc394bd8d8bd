import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SheetCell, SheetRow } from '#server/platform/sheets/cell.ts';
import type { Lookup } from '#shared/record/field-type.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { AppError, type ErrorCode, type ErrorParams } from '#shared/wire/error-codes.ts';
import { partColumn } from '#server/record/field-types/server-type.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { parseIn, parseValue, normalised } from '#server/record/fields/input.ts';
import type { RuleProblem, Values } from '#server/record/registry.ts';
import { lookupFor, stepsWithin } from '#server/record/rows/related.ts';
import type { PreparedLines } from '#server/record/lines/prepare-lines.ts';
import type { Prepared } from '#server/record/write/draft.ts';
import { lineColumn, type Mapping, type SheetColumn } from '#server/record/import/columns.ts';
import { plainText, textOf } from '#server/record/import/sheet.ts';

/**
 * What stands against a row. `column` and the parameter `name` are names of fields or columns (`columnNames`), so that
 * everybody reads them in the language of the moment.
 */
export interface RowProblem {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly column: string;
  /** Another row of the same document that it is about. */
  readonly row?: number;
}

/** The rows of a document with its lines, of which the first has its head. */
export interface SheetDocument {
  readonly rows: readonly Pick<ReadRow, 'row' | 'cells'>[];
  readonly lines: readonly ReadRow[];
  /** Of the rows below the first: what they say of the head. */
  readonly problems: readonly RowProblem[];
  /** Its lines as those of a new record, where that has been worked out already. */
  readonly asNew?: PreparedLines;
}

export interface ReadRow {
  readonly row: number;
  /** As they were read, for the sheet of failed rows. */
  readonly cells: readonly SheetCell[];
  /** Values of the cells that hold something and can be read; a blank cell says nothing about its field. */
  readonly values: Values;
  /** Of the cells that cannot be read, by their fields: several of one in parts. */
  readonly unread: ReadonlyMap<string, readonly RowProblem[]>;
  /** The database wants none of it, whatever its values are by themselves. */
  readonly refusal: RowProblem | null;
  /** Where the sheet has columns of lines. */
  readonly document?: SheetDocument;
}

interface Naming {
  readonly type: RecordType;
  readonly fields: FieldSet;
}

/** What rows are read by. */
export interface Reading extends Naming {
  readonly mapping: Mapping;
  readonly lookup: Lookup;
}

class CellError extends Error {
  readonly problem: RowProblem;
  constructor(problem: RowProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** What the cells of these rows name, to read them with. */
export const lookupOf = (
  db: Database,
  actor: Actor,
  rows: readonly SheetRow[],
  mapping: Mapping,
  directory: Directory,
): Promise<Lookup> =>
  lookupFor(
    db,
    actor,
    directory,
    [...mapping].flatMap(([index, { field }]) =>
      isRelated(field.formType) ? rows.map((row) => ({ field, text: plainText(row.cells[index] ?? null) })) : [],
    ),
  );

/** Reads the cells of one row. Rules of whole records come when it is written. */
export function readRow(row: SheetRow, reading: Reading): ReadRow {
  const { fields, mapping, lookup } = reading;
  const values: Record<string, FieldValue> = {};
  const unread = new Map<string, RowProblem[]>();
  const tell = (fieldName: string, problem: RowProblem) =>
    unread.set(fieldName, [...(unread.get(fieldName) ?? []), problem]);
  const take = ({ fieldName }: Field, valueOf: () => FieldValue) => {
    try {
      values[fieldName] = valueOf();
    } catch (error) {
      tell(fieldName, problemOf(error, fields));
    }
  };
  const inParts = new Map<Field, Map<string, string>>();
  for (const [index, column] of inOrder(mapping)) {
    const { field } = column;
    const read = textOf(row.cells[index]);
    if ('code' in read) tell(field.fieldName, { code: read.code, params: { name: column.name }, column: column.name });
    else if (read.text === '') continue;
    else if (column.part) inParts.set(field, new Map([...(inParts.get(field) ?? []), [column.part, read.text]]));
    else {
      const { fromText } = fieldTypeOf(field.formType);
      const whole = values[field.relation?.within?.field ?? ''];
      const own = typeof whole === 'number' ? within(lookup, whole) : lookup;
      take(field, () => parseIn(fields, field, fromText(read.text, field, own)));
    }
  }
  for (const [field, texts] of inParts) {
    if (!unread.has(field.fieldName)) take(field, () => wholeOf(field, texts));
  }
  return { row: row.row, cells: row.cells, values: normalised(fields, values), unread, refusal: null };
}

const ordered = new WeakMap<Mapping, readonly (readonly [number, SheetColumn])[]>();

/** Columns of wholes before those of what belongs to them, so that a name stands for the one of the whole. */
function inOrder(mapping: Mapping): readonly (readonly [number, SheetColumn])[] {
  const known = ordered.get(mapping);
  if (known) return known;
  const columns = [...mapping.values()].map(({ field }) => field);
  const steps = new Map(columns.map((field) => [field, stepsWithin(field, columns)]));
  const sorted = [...mapping].toSorted(
    ([, one], [, other]) => (steps.get(one.field) ?? 0) - (steps.get(other.field) ?? 0),
  );
  ordered.set(mapping, sorted);
  return sorted;
}

const within = (lookup: Lookup, whole: number): Lookup => ({
  ...lookup,
  recordIds: (field, name) => lookup.recordIds(field, name, whole),
});

/** A refusal of ours as the problem of a row; everything else is thrown on. */
export function problemOf(error: unknown, fields: FieldSet): RowProblem {
  if (error instanceof CellError) return error.problem;
  if (!(error instanceof AppError)) throw error;
  const { fieldName = '' } = (error.detail ?? {}) as { fieldName?: string };
  return rowProblem({ code: error.code, params: error.params, fieldName }, fields);
}

/** Where a message names its field: as `field` if it names the record beside it. */
export const labelParam = (params: ErrorParams): 'field' | 'name' => ('field' in params ? 'field' : 'name');
/** What the cells of a document's lines, and of its head below the first row, are not. */
export const documentProblems = ({ document }: Pick<ReadRow, 'document'>): RowProblem[] =>
  document
    ? [
        ...document.problems,
        ...document.lines.flatMap(({ row, unread }) =>
          unread.size === 0 ? [] : [...unread.values()].flat().map((problem) => ({ ...problem, row })),
        ),
      ]
    : [];

/** A problem of a record at the row and column that it is about: of a line, such as `product.2.num`, at that of the line. */
export function placedProblem(
  problem: RuleProblem,
  { document }: Pick<ReadRow, 'document'>,
  { type, fields }: Naming,
): RowProblem {
  const [key, at, fieldName = ''] = problem.fieldName.split('.');
  const line = document && key === type.lines?.key ? document.lines[Number(at)] : undefined;
  if (!line) return rowProblem(problem, fields);
  const { code, params } = problem;
  const column = fieldName === '' ? '' : lineColumn(fieldName);
  return { code, params: column === '' ? params : { ...params, name: column }, column, row: line.row };
}

/** By the name of its field, where it has one. */
function rowProblem({ code, params, fieldName }: RuleProblem, { byName }: FieldSet): RowProblem {
  if (!byName.has(fieldName)) return { code, params, column: '' };
  return { code, params: { ...params, [labelParam(params)]: fieldName }, column: fieldName };
}

/**
 * What stands against a row that is to be a new record, in the order of the form: what cannot be read, which is not
 * missing, and what the checks of every save say.
 */
export function problemsOfNew(naming: Naming, row: ReadRow, { problems }: Pick<Prepared, 'problems'>): RowProblem[] {
  const { fields } = naming;
  const { unread } = row;
  const ofDocument = documentProblems(row);
  const found = [...unread.values()].flat();
  const isReported = (name: string) => unread.has(name) || found.some(({ column }) => column === name);
  const lacks = problems.filter(({ fieldName }) => !isReported(fieldName));
  // most rows have none
  if (found.length + lacks.length + ofDocument.length === 0) return [];
  const place = new Map(fields.all.map(({ fieldName }, at) => [fieldName, at]));
  const placed = [
    ...[...unread].flatMap(([name, problems]) => problems.map((problem) => ({ name, problem }))),
    ...lacks.map((one) => ({ name: one.fieldName, problem: placedProblem(one, row, naming) })),
  ];
  const placeOf = (name: string) => place.get(name) ?? place.size;
  const cellOf = ({ row, column }: RowProblem): string => `${row} ${column}`;
  const unreadCells = new Set(ofDocument.map(cellOf));
  const isUnread = (one: RowProblem): boolean => unreadCells.has(cellOf(one));
  return [
    ...placed
      .sort((left, right) => placeOf(left.name) - placeOf(right.name))
      .flatMap(({ problem }) => (problem.row !== undefined && isUnread(problem) ? [] : [problem])),
    ...ofDocument,
  ];
}

/** The value of a field that a sheet has in several columns. */
function wholeOf(field: Field, texts: ReadonlyMap<string, string>): FieldValue {
  const read = serverTypeOf(field.formType).inSheet.parts?.read(texts, field);
  if (!read) return null;
  if ('value' in read) return parseValue(field, read.value);
  const { code, params, part } = read;
  throw new CellError({ code, params, column: partColumn(field, part) });
}
