import { Archive } from './archive.ts';
import type { SheetRow } from './cell.ts';
import { readCsv } from './csv.ts';
import { zipOrText } from './file-content.ts';
import type { ReadLimits } from './limits.ts';
import { RowBatches } from './row-batches.ts';
import { readSharedStrings } from './shared-strings.ts';
import { asSheetError, SheetError } from './sheet-error.ts';
import { readStyles } from './styles.ts';
import { readWorkbook, type WorkbookSheet } from './workbook.ts';
import { WorksheetHandler, type SheetMerge } from './worksheet.ts';
import { readXmlPart } from './xml-part.ts';

export interface ParseRequest {
  file: string;
  limits: ReadLimits;
  /** 0-based; without it the first visible sheet. */
  sheet?: number;
}

/** What is known when all rows are read. */
export interface ParseResult {
  format: 'xlsx' | 'csv';
  sheets: { name: string; isHidden: boolean }[];
  sheet: number;
  rows: number;
  lastRow: number;
  columns: number;
  merges: SheetMerge[];
}

/**
 * Reads a spreadsheet in this thread: yields batches of rows, returns the result. The product uses
 * it through the worker (read-sheet.ts), which bounds its memory and time.
 */
export async function* parseSheet(request: ParseRequest): AsyncGenerator<SheetRow[], ParseResult> {
  try {
    const content = await zipOrText(request.file);
    const result = yield* content === 'zip' ? parseXlsx(request) : parseCsv(request);
    if (result.rows === 0) throw new SheetError('sheet.empty');
    return result;
  } catch (error) {
    throw asSheetError(error);
  }
}

async function* parseCsv({ file, limits, sheet }: ParseRequest): AsyncGenerator<SheetRow[], ParseResult> {
  const sheets = [{ name: '', isHidden: false }];
  const batches = new RowBatches(limits);
  const chosen = chooseSheet(sheets, sheet);
  for await (const _ of readCsv(file, limits, batches)) yield* batches.take();
  yield* batches.take(true);
  return { format: 'csv', sheets, sheet: chosen, ...counts(batches), merges: [] };
}

async function* parseXlsx({ file, limits, sheet }: ParseRequest): AsyncGenerator<SheetRow[], ParseResult> {
  const archive = await Archive.open(file);
  try {
    const workbook = await readWorkbook(archive);
    const chosen = chooseSheet(workbook.sheets, sheet);
    const context = {
      strings: await readSharedStrings(archive, workbook.sharedStringsPath),
      styles: await readStyles(archive, workbook.stylesPath),
      is1904: workbook.is1904,
    };
    const batches = new RowBatches(limits);
    const handler = new WorksheetHandler(context, limits, batches);
    const path = pathOf(workbook.sheets, chosen);
    for await (const _ of readXmlPart(archive, path, handler)) yield* batches.take();
    yield* batches.take(true);
    const sheets = workbook.sheets.map(({ name, isHidden }) => ({ name, isHidden }));
    return { format: 'xlsx', sheets, sheet: chosen, ...counts(batches), merges: handler.merges };
  } finally {
    archive.close();
  }
}

function chooseSheet(sheets: { isHidden: boolean }[], wanted: number | undefined): number {
  const chosen =
    wanted ??
    Math.max(
      0,
      sheets.findIndex((sheet) => !sheet.isHidden),
    );
  if (wanted === undefined && sheets.length === 0) throw new SheetError('sheet.empty');
  if (sheets[chosen] === undefined) {
    throw new SheetError('sheet.no_such_sheet', { sheet: chosen, sheets: sheets.length });
  }
  return chosen;
}

function pathOf(sheets: WorkbookSheet[], chosen: number): string {
  return sheets[chosen]?.path ?? '';
}

function counts({ rows, lastRow, columns }: RowBatches): Pick<ParseResult, 'rows' | 'lastRow' | 'columns'> {
  return { rows, lastRow, columns };
}
