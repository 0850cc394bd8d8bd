import type { Actor } from '#server/platform/access/actor.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SheetOptions, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { cellOf } from '#server/record/export/export-cell.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Number of records whose lines are read at once: each may have 500. */
const atOnce = 100;

/** The sheet for the lines of exported records, and how they are written. */
interface LineSheet {
  readonly options: SheetOptions & { sheetName: string };
  readonly write: (
    writer: { readonly addRow: (values: readonly WorkbookValue[]) => Promise<void> },
    rows: readonly StoredRow[],
  ) => Promise<void>;
}

/**
 * Each line of a record next to the record's name, with the fields that the reader can see; null for types without
 * lines.
 */
export async function lineSheetOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  names: Directory,
): Promise<LineSheet | null> {
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return null;
  const { language } = actor;
  const { lineType, fields } = setting;
  const title = (await fieldsOf(db, actor, type)).byName.get(type.titleField);
  const columns = fields.shown.map((field) => {
    const { kind } = serverTypeOf(field.formType).inSheet;
    return { sheet: { header: labelOf(lineType, field, language), kind }, value: cellOf(field, fields, names) };
  });
  const noun = translate(language, type.name as MessageKey);
  return {
    options: {
      sheetName: translate(language, 'lines.name'),
      titleRow: translate(language, 'lines.sheet', { noun }),
      columns: [
        { header: title ? labelOf(type, title, language) : '', kind: 'text' },
        ...columns.map(({ sheet }) => sheet),
      ],
    },
    write: async (writer, rows) => {
      for (let from = 0; from < rows.length; from += atOnce) {
        const some = rows.slice(from, from + atOnce);
        const idOf = (row: StoredRow): number => Number(row[type.idColumn]);
        const lines = await linesOf(db, type, some.map(idOf));
        for (const row of some)
          for (const line of lines.get(idOf(row)) ?? [])
            await writer.addRow([String(row[type.titleField] ?? ''), ...columns.map(({ value }) => value(line.row))]);
      }
    },
  };
}
