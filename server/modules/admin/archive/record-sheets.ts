import { sql } from 'kysely';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { batchesOf } from '#server/platform/database/batches.ts';
import { system } from '#server/record/access/system.ts';
import { cellOf } from '#server/record/export/export-cell.ts';
import { exportColumnsOf } from '#server/record/export/export-columns.ts';
import { everyColumn } from '#server/record/fields/columns.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { recordModules } from '#server/record/registry.ts';
import { rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { ArchiveWriting } from './writing.ts';
import { inSheet } from './sheet-in-zip.ts';

/** Records whose lines are read at once: each may have 500. */
const atOnce = 100;

/** Each type with all its records and fields, and its lines on a sheet of their own. */
export async function writeRecords(writing: ArchiveWriting): Promise<void> {
  for (const { type } of recordModules()) await writeType(writing, type);
}

type Cells = (values: readonly WorkbookValue[]) => Promise<void>;

async function writeType(writing: ArchiveWriting, type: RecordType): Promise<void> {
  const { db, actor, names, text } = writing;
  const columns = await exportColumnsOf(db, actor, type, everyColumn(type, await fieldsOf(db, actor, type)), names);
  const name = `${text('archive.folder.records')}/${text(type.name as MessageKey)}`;
  const lines = await linesOfType(writing, type);
  const own: WorkbookColumn[] = [
    { header: text('archive.column.id'), kind: 'number' },
    ...columns.map(({ sheet }) => sheet),
    { header: text('archive.column.bin'), kind: 'datetime' },
  ];
  const write = (linesTo: Cells | null) =>
    writing.sheet(name, own, async (put) => {
      const { from } = system('an archive of the whole company has every record, those in the recycle bin too', type);
      const every = sql<StoredRow & { readonly deleted_at: string | null }>`
        select ${rowColumns(type)}, r.deleted_at from ${from} order by r.${sql.ref(type.idColumn)}`;
      for await (const rows of batchesOf(db, every)) {
        for (const row of rows)
          await put([Number(row[type.idColumn]), ...columns.map(({ value }) => value(row)), row.deleted_at]);
        if (lines && linesTo) await lines.write(rows, linesTo);
        await writing.step(rows.length);
      }
    });
  if (!lines) return write(null);
  const place = {
    ...writing.place,
    name: `${name} ${translate(actor.language, 'lines.name')}`,
    columns: lines.columns,
  };
  writing.counted(await inSheet(place, (sheet) => write((values) => sheet.addRow(values))));
}

/** The columns of a type's lines, and how they are written; null for types without lines. */
async function linesOfType({ db, actor, names, text }: ArchiveWriting, type: RecordType) {
  const setting = await lineSettingOf(db, actor, type);
  if (!setting) return null;
  const { lineType, fields } = setting;
  const title = (await fieldsOf(db, actor, type)).byName.get(type.titleField);
  const values = fields.all.map((field) => ({
    sheet: { header: labelOf(lineType, field, actor.language), kind: serverTypeOf(field.formType).inSheet.kind },
    value: cellOf(field, fields, names),
  }));
  const columns: WorkbookColumn[] = [
    { header: text('archive.column.record_id'), kind: 'number' },
    { header: title ? labelOf(type, title, actor.language) : '', kind: 'text' },
    ...values.map(({ sheet }) => sheet),
  ];
  const write = async (rows: readonly StoredRow[], put: Cells) => {
    for (let from = 0; from < rows.length; from += atOnce) {
      const some = rows.slice(from, from + atOnce);
      const idOf = (row: StoredRow): number => Number(row[type.idColumn]);
      const stored = await linesOf(db, type, some.map(idOf));
      for (const row of some)
        for (const line of stored.get(idOf(row)) ?? [])
          await put([idOf(row), String(row[type.titleField] ?? ''), ...values.map(({ value }) => value(line.row))]);
    }
  };
  return { columns, write };
}
