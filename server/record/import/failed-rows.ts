import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { translate } from '#shared/i18n/translate.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { columnNames, sheetColumns } from '#server/record/import/columns.ts';
import { ownTask, rowReason } from '#server/record/import/follow.ts';
import { recordModule } from '#server/record/registry.ts';

const pageRows = 1000;

/** The failed rows as a workbook that can be corrected and sent again: their cells, the column and the reason. */
export async function writeFailedRows(db: Database, actor: Actor, importId: number, path: string): Promise<void> {
  const task = await ownTask(db, actor, importId);
  const { type } = recordModule(task.type_code);
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = new Map(sheetColumns(type, fields, lines).map((column) => [column.name, column]));
  const mapped = Object.entries(task.mapping as Record<string, string>).flatMap(([index, name]) => {
    const column = columns.get(name);
    return column ? [{ index: Number(index), column }] : [];
  });
  const { language } = actor;
  const names = columnNames(type, fields, lines, language);
  const sheet = {
    path,
    columns: [
      ...mapped.map(({ column }) => ({
        header: column.labels[language] + (column.required ? translate(language, 'sheet.required_mark') : ''),
        kind: 'text' as const,
      })),
      { header: translate(language, 'sheet.error_column'), kind: 'text' as const },
      { header: translate(language, 'sheet.reason'), kind: 'text' as const, width: 40 },
    ],
  };
  await writeWorkbook(sheet, async (writer) => {
    for (let last = 0; ;) {
      const { rows } = await sql<{
        row_number: number;
        cells: string[];
        code: string | null;
        params: unknown;
        column_name: string | null;
        further: unknown;
      }>`
      select row_number, cells, code, params, column_name, further from import_row
      where import_id = ${importId} and result = 'failed' and row_number > ${last} order by row_number limit ${pageRows}`.execute(
        db,
      );
      for (const row of rows) {
        const { column, msg } = rowReason(language, names, row);
        await writer.addRow([...mapped.map(({ index }) => row.cells[index] ?? ''), column, msg]);
        last = row.row_number;
      }
      if (rows.length < pageRows) break;
    }
  });
}
