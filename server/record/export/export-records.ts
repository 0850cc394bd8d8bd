import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf, type Directory } from '#server/platform/access/names.ts';
import { batchesOf } from '#server/platform/database/batches.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { Services } from '#server/platform/services.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { optionName } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { layoutOf, type ListName } from '#server/record/fields/list-columns.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { exportColumnsOf, type ExportColumn } from '#server/record/export/export-columns.ts';
import { lineSheetOf } from '#server/record/export/line-sheet.ts';
import type { LineSetting } from '#server/record/lines/stored-lines.ts';
import { sheetColumns } from '#server/record/import/columns.ts';
import { compileQuery, whereOf, type CompiledQuery, type ParsedQuery } from '#server/record/query/list.ts';
import { recordModule } from '#server/record/registry.ts';
import { extraColumns, rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import type { Where } from '#server/record/query/where.ts';
import { requireAll, scoped, type Scope } from '#server/record/access/scope.ts';

/** Exports per hour and person (security A13). */
const perHour = 5;

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
    await eachRecord(services, actor, query, { where, most }, async (rows) => {
      for (const row of rows) {
        requireFewRows(limit, written.add(row[type.idColumn]).size);
        await writer.addRow(columns.map((column) => column.value(row)));
      }
    });
    if (!lineSheet) return;
    await writer.beginSecond();
    // records created since have no row on the first sheet
    await eachRecord(services, actor, query, { where, most }, (rows) =>
      lineSheet.write(
        writer,
        rows.filter((row) => written.has(row[type.idColumn])),
      ),
    );
  });
}

/** Reads rows through a cursor, so that an export needs no more memory than one fetch. */
async function eachRecord(
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
    const wanted = sql<StoredRow>`select ${rowColumns(type)}${extraColumns(extras)} from ${sql.table(type.table)} as r
      where ${where} order by ${query.orderBy} limit ${most}`;
    for await (const rows of batchesOf(trx, wanted)) await take(rows);
  });
}

async function exportColumns(
  db: Database,
  actor: Actor,
  list: ListName & { readonly wanted: Chosen['columns'] },
  names: Directory,
): Promise<ExportColumn[]> {
  const { type, wanted } = list;
  const shown = (await layoutOf(db, actor, list))
    .filter(({ hidden, column }) => (wanted ? wanted.includes(column.id) : !hidden) && !column.isMasked)
    .map(({ column }) => column);
  if (shown.length === 0) throw new AppError('heads.too_few');
  return exportColumnsOf(db, actor, type, shown, names);
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
