import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { Services } from '#server/platform/services.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { WorkbookColumn, WorkbookValue } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { optionName, type Field } from '#shared/record/field.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { serverTypeOf } from '#server/record/field-types/server-types.ts';
import type { SheetParts } from '#server/record/field-types/server-type.ts';
import type { Column } from '#server/record/fields/columns.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import { columnLabel, layoutOf, settingOf, type ListName } from '#server/record/fields/list-columns.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { cellOf } from '#server/record/export/export-cell.ts';
import { lineSheetOf } from '#server/record/export/line-sheet.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import { columnsOf, sheetColumns } from '#server/record/import/columns.ts';
import { compileQuery, whereOf, type CompiledQuery, type ParsedQuery } from '#server/record/query/list.ts';
import { recordModule } from '#server/record/registry.ts';
import { extraColumns, rowColumns, systemValue, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import type { Where } from '#server/record/query/where.ts';
import { requireAll, scoped, type Scope } from '#server/record/access/scope.ts';

/** Exports per hour and person (security A13). */
const perHour = 5;
const fetchRows = 2000;

/** One column of an export: its heading and how a row fills it. */
interface ExportColumn {
  readonly sheet: WorkbookColumn;
  readonly value: (row: StoredRow) => WorkbookValue;
}

export type Chosen = ({ readonly ids: readonly number[] } | { readonly query: ParsedQuery }) & {
  /** Ids of the columns; those that the list shows by default. */
  readonly columns?: readonly string[] | undefined;
  /** Only the first ones. */
  readonly rows?: number | undefined;
};

/** Writes the records of a list query, or the selected ones in reach, with the columns of the person's list. */
export async function exportRecords(
  services: Services,
  actor: Actor,
  type: RecordType,
  chosen: Chosen,
  path: string,
  scope: Scope = scoped(actor, type),
): Promise<void> {
  const { db } = services.pool;
  // one id out of reach refuses the call, before it counts (security A2)
  if ('ids' in chosen) await requireAll(db, type, chosen.ids, scope);
  const query = await compileQuery(db, actor, type, 'query' in chosen ? chosen.query : { page: 1, limit: 15 }, scope);
  await takeTurn(
    db,
    { userId: actor.userId, what: `export ${type.name}`, address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  // all selected ones: a list leaves out closed records, a selection does not
  const where: Where =
    'ids' in chosen
      ? sql`(${scope.where} and r.${sql.ref(type.idColumn)} = any(${[...chosen.ids]}::bigint[]))`
      : whereOf(query);
  const names = await directoryOf(db, actor.rights.version);
  const sceneId = 'query' in chosen ? chosen.query.sceneId : undefined;
  const isPool = scope.owners === 'nobody';
  const columns = await exportColumns(db, actor, { type, sceneId, isPool, wanted: chosen.columns }, names);
  // one more than there may be says that there are too many
  const limit = await readExportLimit(db);
  const most = chosen.rows ?? limit.rows + 1;
  const lineSheet = await lineSheetOf(db, actor, type, names);
  const sheet = {
    path,
    columns: columns.map((column) => column.sheet),
    ...(lineSheet ? { second: lineSheet.options } : {}),
    titleRow: translate(actor.language, 'sheet.title', { noun: translate(actor.language, type.name as MessageKey) }),
  };
  const written = new Set<unknown>();
  await writeWorkbook(sheet, async (writer) => {
    await eachRow(services, actor, query, { where, most }, async (rows) => {
      for (const row of rows) {
        requireFewRows(limit, written.add(row[type.idColumn]).size);
        await writer.addRow(columns.map((column) => column.value(row)));
      }
    });
    if (!lineSheet) return;
    await writer.beginSecond();
    // records created since have no row on the first sheet
    await eachRow(services, actor, query, { where, most }, (rows) =>
      lineSheet.write(
        writer,
        rows.filter((row) => written.has(row[type.idColumn])),
      ),
    );
  });
}

/** Reads rows through a cursor, so that an export needs no more memory than one fetch. */
async function eachRow(
  services: Services,
  actor: Actor,
  query: CompiledQuery,
  { where, most }: { readonly where: Where; readonly most: number },
  take: (rows: readonly StoredRow[]) => Promise<void>,
): Promise<void> {
  const { type } = query;
  const { db } = services.pool;
  const extras = (await recordModule(type.code).rules.rowExtras?.(db, actor)) ?? {};
  await inTransaction(services.pool.db, async (trx) => {
    await sql`set local statement_timeout = '60s'`.execute(trx);
    await sql`set local idle_in_transaction_session_timeout = '60s'`.execute(trx);
    await sql`declare export_rows no scroll cursor for
      select ${rowColumns(type)}${extraColumns(extras)} from ${sql.table(type.table)} as r where ${where} order by ${query.orderBy} limit ${most}`.execute(
      trx,
    );
    for (;;) {
      const { rows } = await sql<StoredRow>`fetch forward ${sql.lit(fetchRows)} from export_rows`.execute(trx);
      await take(rows);
      if (rows.length < fetchRows) return;
    }
  });
}

async function exportColumns(
  db: Database,
  actor: Actor,
  list: ListName & { readonly wanted: Chosen['columns'] },
  names: Directory,
): Promise<ExportColumn[]> {
  const { type, wanted } = list;
  const fields = await fieldsOf(db, actor, type);
  const shown = (await layoutOf(db, actor, list))
    .filter(({ hidden, column }) => (wanted ? wanted.includes(column.id) : !hidden) && !column.isMasked)
    .map(({ column }) => column);
  if (shown.length === 0) throw new AppError('heads.too_few');
  const settings = new Map<Column, ListHead['setting']>();
  for (const column of shown) if (column.state) settings.set(column, await settingOf(db, column, actor));
  return shown.flatMap((column): ExportColumn[] => {
    const { field } = column;
    if (!field) return [systemColumn(type, column, actor, names, settings.get(column) ?? [])];
    const { inSheet } = serverTypeOf(field.formType);
    if (inSheet.parts) return partColumns(inSheet.parts, type, field, actor);
    const header =
      columnLabel(type, column, actor) + (field.required ? translate(actor.language, 'sheet.required_mark') : '');
    return [
      {
        sheet: { header, kind: inSheet.kind },
        value: cellOf(field, fields, names),
      },
    ];
  });
}

function systemColumn(
  type: RecordType,
  column: Column,
  actor: Actor,
  names: Directory,
  setting: ListHead['setting'],
): ExportColumn {
  const states = new Map(
    setting.flatMap((one) => (typeof one === 'object' ? [[String(one.value), one.name] as const] : [])),
  );
  const name = column.isComputed ? column.key : ((column.system ?? column.state)?.column ?? column.fieldName);
  return {
    sheet: {
      header: columnLabel(type, column, actor),
      kind: column.isComputed || column.system?.kind === 'value' ? serverTypeOf(column.formType).inSheet.kind : 'text',
    },
    value: (row) => {
      const raw = systemValue(name, row) as string | number | null;
      if (raw === null) return '';
      if (column.system?.kind === 'user_name') return names.user(Number(raw)) ?? '';
      return states.get(String(raw)) ?? raw;
    },
  };
}

/** The columns that an import reads. */
function partColumns({ cell }: SheetParts, type: RecordType, field: Field, actor: Actor): ExportColumn[] {
  return columnsOf(type, field).map(({ labels, part }) => ({
    sheet: { header: labels[actor.language], kind: 'text' },
    value: (row) => {
      const value = valueOf(row, field);
      return value === null || part === null ? '' : cell(value, part);
    },
  }));
}

/** The import template: always the current fields, with required ones marked and options offered (R22.2). */
export async function writeTemplate(
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  lines: LineSetting | null,
  path: string,
): Promise<void> {
  const { language } = actor;
  await writeWorkbook({
    path,
    titleRow: translate(language, 'sheet.template_title', { noun: translate(language, type.name as MessageKey) }),
    columns: sheetColumns(type, fields, lines).map(({ field, labels, required }) => ({
      header: labels[language] + (required ? translate(language, 'sheet.required_mark') : ''),
      kind: 'text',
      isRequired: required,
      ...(fieldTypeOf(field.formType).choice === 'one'
        ? { options: field.options.map((option) => optionName(field, option)) }
        : {}),
      ...(field.inputTips === '' ? {} : { note: field.inputTips }),
    })),
  });
}
