import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import type { WorkbookColumn } from '#server/platform/sheets/workbook-options.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import type { ArrearsRow } from '#shared/crm/arrears/arrears-calls.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { countArrears, listArrears, type ArrearsFilter } from './list.ts';

const columnsOf = {
  arrearsNumber: 'text',
  customerName: 'text',
  contractNum: 'text',
  contractName: 'text',
  planNum: 'text',
  arrearType: 'text',
  contractMoney: 'money',
  receivedMoney: 'money',
  arrearsMoney: 'money',
  unreceivedMoney: 'money',
  days: 'number',
  submitter: 'text',
  createTime: 'datetime',
  closeTime: 'datetime',
} as const satisfies Partial<Record<keyof ArrearsRow, WorkbookColumn['kind']>>;
type Shown = keyof typeof columnsOf;
const shown = Object.keys(columnsOf) as Shown[];

/** Rows read at a time, and exports in an hour (security A13). */
const fetched = 1000;
const perHour = 5;

/** Writes the arrears of a list, all of them. @throws AppError `export.too_many`, `export.too_often` */
export async function writeArrears(db: Database, actor: Actor, filter: ArrearsFilter, path: string): Promise<void> {
  await takeTurn(
    db,
    { userId: actor.userId, what: 'export crm_arrears', address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const { total } = await countArrears(db, actor, filter);
  requireFewRows(await readExportLimit(db), total);
  const said = (key: MessageKey) => translate(actor.language, key);
  const columns: WorkbookColumn[] = [
    ...shown.map((key) => ({ header: said(`arrears.${key}`), kind: columnsOf[key] })),
    { header: said('arrears.status'), kind: 'text' },
  ];
  await writeWorkbook({ path, columns, titleRow: said('arrears.list') }, async (writer) => {
    for (let offset = 0; ; offset += fetched) {
      const rows = await listArrears(db, actor, filter, { limit: fetched, offset });
      for (const row of rows)
        await writer.addRow([...shown.map((key) => row[key]), said(`arrears.status.${row.status}` as MessageKey)]);
      if (rows.length < fetched) return;
    }
  });
}
