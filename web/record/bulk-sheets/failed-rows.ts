import { guardText } from '#shared/platform/formula-guard.ts';
import type { BulkSheetAnswer } from '#shared/record/calls/bulk-sheet-calls.ts';

/** One CSV field: never executable by a spreadsheet program, quoted where necessary (security X4). */
function csvField(text: string): string {
  const guarded = guardText(text);
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/**
 * The rows not executed, with an added column for the reason: once corrected, the file can be sent unchanged. UTF-8
 * with a byte order mark, by which spreadsheet programs recognise it.
 */
export function failedRowsCsv(
  { headings, errors }: Pick<BulkSheetAnswer, 'headings' | 'errors'>,
  reason: string,
): string {
  const columns = errors.reduce((most, { cells }) => Math.max(most, cells.length), headings.length);
  const padded = (cells: readonly string[]) => Array.from({ length: columns }, (_, at) => cells[at] ?? '');
  // a corrected file has the column already
  const own = headings.lastIndexOf(reason);
  const line = (cells: readonly string[], last: string) =>
    (own < 0 ? [...padded(cells), last] : padded(cells).with(own, last)).map(csvField).join(',');
  const lines = [line(headings, reason), ...errors.map(({ cells, msg }) => line(cells, msg))];
  return `\uFEFF${lines.join('\r\n')}\r\n`;
}
