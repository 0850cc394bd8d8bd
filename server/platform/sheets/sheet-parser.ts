import { Archive } from './archive.ts';
import type { SheetRow } from './cell.ts';
import { readCsv } from './csv.ts';
import { zipOrText } from './file-content.ts';
import { formatLimits, type ReadLimits } from './limits.ts';
import { RowBatches } from './row-batches.ts';
import { readSharedStrings } from './shared-strings.ts';
import { asSheetError, SheetError } from './sheet-error.ts';
import { readStyles } from './styles.ts';
import { readWorkbook, type WorkbookSheet } from './workbook.ts';
import { WorksheetHandler, type CellContext, type SheetMerge } from './worksheet.ts';
import { readXmlPart } from './xml-part.ts';

export interface ParseRequest {
  file: string;
  limits: ReadLimits;
  /** 0-based; without it the first visible sheet. */
  sheet?: number;
  /** Read the start of the other sheets too, for `hasRows`. */
  lookAround?: boolean;
}

/** A sheet of the file. `hasRows`: it was read, or checked because it is visible, and has a value. */
export interface SheetName {
  name: string;
  isHidden: boolean;
  hasRows: boolean;
}

/** What is known when all rows are read. */
export interface ParseResult {
  format: 'xlsx' | 'csv';
  sheets: SheetName[];
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
  const sheets = [{ name: '', isHidden: false, hasRows: true }];
  const batches = new RowBatches(limits);
  const chosen = chooseSheet(sheets, sheet);
  for await (const _ of readCsv(file, limits, batches)) yield* batches.take();
  yield* batches.take(true);
  return { format: 'csv', sheets, sheet: chosen, ...counts(batches), merges: [] };
}

async function* parseXlsx({
  file,
  limits,
  sheet,
  lookAround = false,
}: ParseRequest): AsyncGenerator<SheetRow[], ParseResult> {
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
    const sheets: SheetName[] = [];
    for (const [at, { name, isHidden, path: other }] of workbook.sheets.entries()) {
      const isOther = lookAround && at !== chosen && !isHidden;
      sheets.push({ name, isHidden, hasRows: isOther ? await hasRows(archive, other, context) : at === chosen });
    }
    return { format: 'xlsx', sheets, sheet: chosen, ...counts(batches), merges: handler.merges };
  } finally {
    archive.close();
  }
}

/** Reads a sheet up to its first value. */
async function hasRows(archive: Archive, path: string, context: CellContext): Promise<boolean> {
  const batches = new RowBatches({ maxRows: formatLimits.rows, maxColumns: formatLimits.columns });
  for await (const _ of readXmlPart(archive, path, new WorksheetHandler(context, batches.limits, batches))) {
    if (batches.rows > 0) return true;
  }
  return batches.rows > 0;
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
