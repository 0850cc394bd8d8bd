import type { Actor } from '#server/platform/access/actor.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { ErrorParams } from '#shared/wire/error-codes.ts';
import { requireKey, type BulkColumn, type ColumnName } from '#server/record/bulk-sheets/columns.ts';
import { matchColumns } from '#server/record/import/columns.ts';
import { asImportError, limitsFor, plainText, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';

/** Why a row was not executed, as a message. */
export interface RowFault {
  readonly key: MessageKey;
  readonly params: ErrorParams;
}

/** A row of the sheet. */
export interface SheetLine {
  readonly row: number;
  readonly cells: readonly string[];
  /** Text of the non-empty columns. */
  readonly values: Readonly<Partial<Record<ColumnName, string>>>;
  readonly fault: RowFault | null;
}

export interface BulkSheet {
  readonly headings: readonly string[];
  readonly lines: readonly SheetLine[];
}

/**
 * Reads a whole sheet, at most 10,000 rows, by its headings.
 * @throws AppError `import.headers`, `import.column_missing` and problems of the file
 */
export async function readBulkSheet(actor: Actor, upload: Upload, columns: readonly BulkColumn[]): Promise<BulkSheet> {
  const { language } = actor;
  const { headings, headerRow } = await readUpload(upload, columns, false);
  const mapping = matchColumns(columns, headings, undefined, { row: headerRow, language });
  requireKey(columns, [...mapping.values()], headerRow, language);
  const lines: SheetLine[] = [];
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      const values: Partial<Record<ColumnName, string>> = {};
      let fault: RowFault | null = null;
      for (const [index, column] of mapping) {
        const read = textOf(cells[index]);
        if ('code' in read) fault ??= { key: read.code, params: { name: column.labels[language] } };
        else if (read.text !== '') values[column.name] = read.text;
      }
      lines.push({ row, cells: cells.map(plainText), values, fault });
    }
  } catch (error) {
    throw asImportError(error);
  }
  return { headings, lines };
}
