import type { SheetRow } from './cell.ts';
import { inspectionsAtOnce, type ReadLimits } from './limits.ts';
import type { ParseRequest, ParseResult } from './sheet-parser.ts';
import { openTurns } from './turn.ts';
import { runWorker } from './worker-run.ts';

export interface ReadOptions extends ReadLimits {
  /** 0-based place in `SheetInfo.sheets`; without it the first visible sheet. */
  sheet?: number;
  signal?: AbortSignal;
}

export interface InspectOptions extends ReadOptions {
  /** Rows of the start of the sheet to return. Default 10. */
  previewRows?: number;
  /** Gets every row, in order, as it is read. */
  each?: (row: SheetRow) => void;
}

/** A whole spreadsheet. It has been read to its end, so no limit can be exceeded later. */
export interface SheetInfo extends ParseResult {
  /** The first rows that have a value. */
  preview: SheetRow[];
}

/**
 * The rows of an .xlsx or CSV file, in order, blank ones left out. Reads in a worker thread, a few hundred rows ahead
 * of the loop; leaving the loop ends the thread.
 *
 * Throws `SheetError` (sheet-error.ts) as soon as a limit is passed or the file is invalid, which can be after many
 * rows: call {@link inspectSheet} first where that would be too late. An aborted signal throws its reason.
 */
export async function* readSheet(file: string, options: ReadOptions): AsyncGenerator<SheetRow, void> {
  const batches = runWorker({ request: requestOf(file, options), rowsWanted: Infinity }, { signal: options.signal });
  for await (const rows of batches) yield* rows;
}

/**
 * Reads the whole file once, checking the limits, and returns its sheets, the number of rows, the merged areas and the
 * first rows. Throws as {@link readSheet} does.
 */
export function inspectSheet(file: string, options: InspectOptions): Promise<SheetInfo> {
  return inTurn(() => inspect(file, options));
}

const inTurn = openTurns(inspectionsAtOnce);

async function inspect(file: string, { previewRows = 10, each, ...options }: InspectOptions): Promise<SheetInfo> {
  const request = { ...requestOf(file, options), lookAround: true };
  const batches = runWorker({ request, rowsWanted: each ? Infinity : previewRows }, { signal: options.signal });
  const preview: SheetRow[] = [];
  for (;;) {
    const next = await batches.next();
    if (next.done === true) return { ...next.value, preview };
    preview.push(...next.value.slice(0, Math.max(0, previewRows - preview.length)));
    if (each) next.value.forEach(each);
  }
}

function requestOf(file: string, options: ReadOptions): ParseRequest {
  const { maxRows, maxColumns, headingRows, secondsPer10000Rows, sheet } = options;
  return { file, sheet, limits: { maxRows, maxColumns, headingRows, secondsPer10000Rows } };
}
