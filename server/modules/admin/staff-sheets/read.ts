import { staffColumns, type StaffColumnName } from '#server/modules/admin/staff-sheets/columns.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { matchColumns } from '#server/record/import/columns.ts';
import { plainHeading } from '#server/record/import/preview/words.ts';
import type { RowProblem } from '#server/record/import/rows.ts';
import { asImportError, limitsFor, plainText, textOf } from '#server/record/import/sheet.ts';
import { readUpload } from '#server/record/import/upload.ts';
import type { Language } from '#shared/i18n/language.ts';
import { withoutInvisible } from '#shared/text/invisible.ts';

/** A row as texts, with what is wrong in its cells. */
export interface StaffRow {
  /** As the spreadsheet program shows it. */
  readonly row: number;
  readonly cells: Readonly<Partial<Record<StaffColumnName, string>>>;
  readonly problems: readonly RowProblem[];
}

/**
 * Reads a sheet of staff, within the limits of a person's import (security U5). Further columns are passed over.
 * @throws AppError when the file or its headings are invalid
 */
export async function readStaff(upload: Upload, language: Language): Promise<StaffRow[]> {
  const { headings, headerRow } = await readUpload(upload, staffColumns, false);
  const mapping = matchColumns(staffColumns, headings, choose(headings), { row: headerRow, language });
  const rows: StaffRow[] = [];
  try {
    for await (const { row, cells } of readSheet(upload.path, { ...limitsFor(false), headingRows: headerRow })) {
      if (row <= headerRow) continue;
      const texts: Partial<Record<StaffColumnName, string>> = {};
      const problems: RowProblem[] = [];
      for (const [index, { name }] of mapping) {
        const read = textOf(cells[index]);
        texts[name] = clean('code' in read ? plainText(cells[index] ?? null) : read.text);
        if ('code' in read) problems.push({ code: read.code, params: { name }, column: name });
      }
      // a row with values in columns of others only is none of staff
      if (Object.values(texts).some((text) => text !== '')) rows.push({ row, cells: texts, problems });
    }
  } catch (error) {
    throw asImportError(error);
  }
  return rows;
}

/** Which column each heading is: of several that mean the same, the one in the plainest words; '' for columns of others. */
function choose(headings: readonly string[]): Readonly<Record<string, string>> {
  const plain = headings.map(plainHeading);
  const chosen: Record<string, string> = Object.fromEntries(plain.map((_, index) => [index, '']));
  for (const { name, words = [] } of staffColumns) {
    const index = words.map((word) => plain.indexOf(word)).find((found) => found !== -1);
    if (index !== undefined) chosen[index] = name;
  }
  return chosen;
}

const clean = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFC')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
