import { pipeline, Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import type { SheetCell, SheetRow } from './cell.ts';
import { textLimits, type ReadLimits } from './limits.ts';
import type { RowBatches } from './row-batches.ts';
import { SheetError } from './sheet-error.ts';
import { detectEncoding, readText } from './text-encoding.ts';

const delimiters = [',', '\t', ';'] as const;
/** Starts of HTML and XML that other systems export under the name .csv or .xls. */
const markup = /^\s{0,100}<(?:!doctype|html|head|body|table|meta|\?xml|svg|!--)/i;

/** Reads a CSV file into `batches`; yields whenever some may be complete. */
export async function* readCsv(file: string, limits: ReadLimits, batches: RowBatches): AsyncGenerator<void> {
  const source = readText(file, await detectEncoding(file));
  const start = await textStart(source);
  if (markup.test(start)) throw new SheetError('sheet.not_a_spreadsheet', { found: 'html' });
  const parser = parse({
    delimiter: sniffDelimiter(start),
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_quotes: true,
    relax_column_count: true,
    max_record_size: textLimits.row,
  });
  // The loop below sees the failure; the callback only prevents an unhandled error.
  pipeline(Readable.from(rejoin(start, source)), parser, () => undefined);
  let row = 0;
  try {
    for await (const fields of parser as AsyncIterable<string[]>) {
      addRow(++row, fields, limits, batches);
      yield;
    }
  } catch (error) {
    throw error instanceof CsvError ? recordError(error, row + 1) : error;
  }
}

/**
 * The most frequent delimiter outside quotes of the first line that has any: it holds the headings, while the texts
 * below are full of commas and semicolons. A tie goes to the comma, then the tab.
 */
export function sniffDelimiter(start: string): string {
  const lines = start.replace(/"[^"]*"/g, '').split(/\r\n|[\r\n]/);
  const line = lines.find((one) => delimiters.some((delimiter) => one.includes(delimiter))) ?? '';
  const counts = delimiters.map((delimiter) => line.split(delimiter).length);
  return delimiters[counts.indexOf(Math.max(...counts))] ?? ',';
}

function addRow(row: number, fields: string[], limits: ReadLimits, batches: RowBatches): void {
  const cells: SheetCell[] = [];
  let characters = 0;
  fields.forEach((field, at) => {
    if (field === '') return;
    if (at >= limits.maxColumns) {
      throw new SheetError('sheet.too_many_columns', { limit: limits.maxColumns, row, column: at + 1 });
    }
    if (field.length > textLimits.cell) {
      throw new SheetError('sheet.too_large', { what: 'cell', limit: textLimits.cell, row, column: at + 1 });
    }
    while (cells.length < at) cells.push(null);
    cells.push(field);
    characters += field.length;
  });
  const read: SheetRow = { row, cells };
  if (cells.length > 0) batches.add(read, characters);
}

function recordError(error: CsvError, row: number): SheetError {
  if (error.code === 'CSV_MAX_RECORD_SIZE') {
    return new SheetError('sheet.too_large', { what: 'row', limit: textLimits.row, row });
  }
  return new SheetError('sheet.damaged', { row }, { cause: error });
}

/** Enough of the text to inspect: at least one piece that is not empty, unless the file is. */
async function textStart(source: AsyncGenerator<string>): Promise<string> {
  let start = '';
  while (start === '') {
    const next = await source.next();
    if (next.done === true) return start;
    start = next.value;
  }
  return start;
}

async function* rejoin(start: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield start;
  yield* rest;
}
