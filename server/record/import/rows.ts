import type { Directory } from '#server/platform/access/names.ts';
import { resolveRegionPath, coordinatesOf } from '#server/platform/places/gazetteer.ts';
import type { SheetRow } from '#server/platform/sheets/cell.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Address, Field, FieldValue } from '#shared/record/field.ts';
import { AppError, type ErrorCode, type ErrorParams } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/field-set.ts';
import { checkRecord, parseValue } from '#server/record/input.ts';
import type { Values } from '#server/record/registry.ts';
import type { AddressPart, Mapping } from '#server/record/import/columns.ts';
import { textOf } from '#server/record/import/sheet.ts';

/** Why a row was not taken, with the column it is about. */
export interface RowProblem {
  readonly code: ErrorCode;
  readonly params: ErrorParams;
  readonly column: string;
}

export interface ReadRow {
  readonly row: number;
  /** The cells as text, for the sheet of failed rows. */
  readonly cells: readonly string[];
  /** Values of the cells that hold something; a blank cell says nothing about its field. */
  readonly values: Values;
  readonly problem: RowProblem | null;
}

class CellError extends Error {
  readonly problem: RowProblem;
  constructor(problem: RowProblem) {
    super(problem.code);
    this.problem = problem;
  }
}

/** Reads one row by the mapping; the first problem ends it. */
export function readRow(row: SheetRow, mapping: Mapping, fields: FieldSet, directory: Directory): ReadRow {
  const cells = row.cells.map((cell) => {
    const read = textOf(cell);
    return 'text' in read ? read.text : '';
  });
  try {
    const values = valuesOf(row, mapping, directory);
    checkRecord(fields, values, Object.keys(values));
    return { row: row.row, cells, values, problem: null };
  } catch (error) {
    return { row: row.row, cells, values: {}, problem: problemOf(error, fields) };
  }
}

export function problemOf(error: unknown, fields: FieldSet): RowProblem {
  if (error instanceof CellError) return error.problem;
  if (!(error instanceof AppError)) throw error;
  const fieldName = (error.detail as { fieldName?: string } | undefined)?.fieldName ?? '';
  return { code: error.code, params: error.params, column: fields.byName.get(fieldName)?.name ?? '' };
}

function valuesOf(row: SheetRow, mapping: Mapping, directory: Directory): Record<string, FieldValue> {
  const values: Record<string, FieldValue> = {};
  const addresses = new Map<Field, Partial<Record<AddressPart, string>>>();
  for (const [index, { field, part, labels }] of mapping) {
    const read = textOf(row.cells[index]);
    if ('code' in read) throw new CellError({ code: read.code, params: { name: labels.cn }, column: labels.cn });
    if (read.text === '') continue;
    if (part) addresses.set(field, { ...addresses.get(field), [part]: read.text });
    else values[field.fieldName] = parseValue(field, fieldTypeOf(field.formType).fromText(read.text, field, directory));
  }
  for (const [field, parts] of addresses) values[field.fieldName] = addressOf(field, parts);
  return values;
}

/** The region must be one of the gazetteer; short names are completed, 河北/石家庄 to 河北省,石家庄市 (reference §11). */
function addressOf(field: Field, parts: Partial<Record<AddressPart, string>>): Address {
  const given = [parts.province, parts.city, parts.area].filter((part): part is string => part !== undefined);
  const path = given.length === 0 ? [] : resolveRegionPath(given);
  if (path === null) throw new CellError({ code: 'field.region', params: { name: field.name }, column: field.name });
  const point = path.length === 0 ? null : coordinatesOf(path);
  return {
    address: path.join(','),
    location: '',
    detailAddress: (parts.detail ?? '').slice(0, 200),
    lng: point ? String(point.lng) : '',
    lat: point ? String(point.lat) : '',
  };
}
