import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { takeTurn } from '#server/platform/log/turns.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { readExportLimit, requireFewRows } from '#server/record/export/export-limit.ts';
import { scoped } from '#server/record/access/scope.ts';
import { requireAll } from '#server/record/access/scope.ts';
import { idOn, textOn, type WireRow } from '#server/record/rows/read-wire.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate } from '#shared/i18n/translate.ts';
import { openLinesOf } from './read-parcels.ts';
import { labelOf, sheetColumns } from './sheet-columns.ts';

/** Rows read at a time, and sheets in an hour (security A13). */
const fetched = 500;
const perHour = 20;

/**
 * Writes the shipments that wait, the chosen ones or all of the actor's list: a row for each, with what of it is left to be
 * sent and room for courier and number. @throws AppError `access.record`, `export.too_many`, `export.too_often`
 */
export async function writeTrackingSheet(
  db: Database,
  actor: Actor,
  chosen: readonly number[],
  path: string,
): Promise<void> {
  await requireAll(db, shipmentType, chosen, scoped(actor, shipmentType));
  await takeTurn(
    db,
    { userId: actor.userId, what: 'export crm_express to send', address: actor.address },
    { most: perHour, perSeconds: 3600, refusal: 'export.too_often' },
  );
  const { toSend, partlySent } = shipmentStatuses;
  const isChosen = chosen.length === 0 ? sql`true` : sql`r.express_id = any(${[...chosen]}::bigint[])`;
  const where = sql<boolean>`r.status in (${toSend}, ${partlySent}) and ${isChosen}`;
  const headers = [...sheetColumns, 'company' as const, 'tracking' as const].map((name) => ({
    header: translate(actor.language, labelOf(name)),
    kind: 'text' as const,
  }));
  const sheetName = translate(actor.language, 'parcel.sheet');
  const limit = await readExportLimit(db);
  await writeWorkbook({ path, columns: headers, sheetName }, async (writer) => {
    for (let offset = 0; ; offset += fetched) {
      const { rows, total } = await rowsWhere(db, actor, shipmentType, where, {
        slice: { limit: fetched, offset },
        orderBy: sql`r.express_id`,
      });
      requireFewRows(limit, total);
      for (const row of rows) await writer.addRow([...valuesOf(row), await contentOf(db, actor, row), '', '']);
      if (rows.length < fetched) return;
    }
  });
}

const valuesOf = (row: WireRow): string[] =>
  ['number', 'customerName', 'contractNum', 'receiverName', 'receiverMobile', 'receiverAddress'].map((key) =>
    textOn(row, key),
  );

async function contentOf(db: Database, actor: Actor, row: WireRow): Promise<string> {
  const lines = await openLinesOf(db, actor, idOn(row, shipmentType.idKey) ?? 0);
  return lines
    .filter(({ left }) => left !== '0')
    .map(({ name, unit, left }) => (left === '' ? name : `${name} × ${left}${unit === '' ? '' : ` ${unit}`}`))
    .join(translate(actor.language, 'parcel.sheet.comma'));
}
