import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegibleIn } from '#server/record/fields/legible.ts';
import { lineSettingOf, linesOf } from '#server/record/lines/stored-lines.ts';
import { wireLinesOf } from '#server/record/lines/wire-lines.ts';
import { readRow } from '#server/record/rows/read.ts';
import { idOn, textOn } from '#server/record/rows/read-wire.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import type { GoodsLeft, ListedShipment } from '#shared/crm/shipments/shipment-calls.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import type { Slice } from '#shared/wire/values.ts';
import { goodsOf } from './goods.ts';
import { bare, less } from './quantity.ts';

/** The shipments of contracts that the reader sees, newest first, with their goods. @throws AppError `access.record` */
export async function shipmentsOf(
  db: Database,
  actor: Actor,
  contractIds: readonly number[],
  slice: Slice | null,
): Promise<{ readonly rows: ListedShipment[]; readonly total: number }> {
  for (const id of contractIds) await readRow(db, actor, contractType, id);
  const where = sql<boolean>`r.contract_id = any(${[...contractIds]}::bigint[])`;
  const { rows, total } = await rowsWhere(db, actor, shipmentType, where, { slice, orderBy: sql`r.express_id desc` });
  const ids = rows.map((row) => idOn(row, shipmentType.idKey) ?? 0);
  const lines = await wireLinesOf(db, actor, shipmentType, ids);
  return {
    total,
    rows: rows.map((row) => ({
      expressId: idOn(row, shipmentType.idKey) ?? 0,
      number: textOn(row, 'number'),
      contractId: idOn(row, 'contractId'),
      contractNum: textOn(row, 'contractNum'),
      customerId: idOn(row, 'customerId'),
      customerName: textOn(row, 'customerName'),
      receiverName: textOn(row, 'receiverName'),
      receiverMobile: textOn(row, 'receiverMobile'),
      receiverAddress: textOn(row, 'receiverAddress'),
      status: Number(row['status']),
      createTime: textOn(row, 'createTime'),
      ownerUserName: textOn(row, 'ownerUserName'),
      products: [...(lines.get(idOn(row, shipmentType.idKey) ?? 0) ?? [])],
    })),
  };
}

/** The contract of a receivable that the reader may open. @throws AppError `access.record` */
export async function contractOfReceivable(db: Database, actor: Actor, receivablesId: number): Promise<number> {
  const row = await readRow(db, actor, receivableType, receivablesId);
  return Number(row['contract_id']);
}

/** What of a contract is in no shipment yet, for readers whose roles show what it has sold. @throws AppError `access.record` */
export async function leftOf(db: Database, actor: Actor, contractId: number): Promise<GoodsLeft[]> {
  await readRow(db, actor, contractType, contractId);
  const setting = await lineSettingOf(db, actor, contractType);
  const isShown = (name: string): boolean => setting !== null && isLegibleIn(setting.fields, name);
  if (!isShown('product_id') || !isShown('num')) return [];
  const goods = (await goodsOf(db, [contractId])).get(contractId) ?? [];
  return goods.map(({ productId, name, unit, sold, taken }) => ({
    productId,
    name: isShown('name') ? name : '',
    unit: isShown('unit') ? unit : '',
    sold: bare(sold),
    taken: bare(taken),
    left: bare(less(sold, taken)),
  }));
}

/** The newest shipment of each product of a contract, among those that the reader sees. */
export async function shipmentByProduct(
  db: Database,
  actor: Actor,
  contractId: number,
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await rowsWhere(
    db,
    actor,
    shipmentType,
    sql<boolean>`r.contract_id = ${contractId}
      and r.status not in (${shipmentStatuses.void}, ${shipmentStatuses.cancelled})`,
    { slice: null, orderBy: sql`r.express_id` },
  );
  const lines = await linesOf(
    db,
    shipmentType,
    rows.map((row) => idOn(row, shipmentType.idKey) ?? 0),
  );
  return new Map(
    [...lines].flatMap(([expressId, own]) =>
      own.map(({ values }) => [Number(values['product_id']), expressId] as const),
    ),
  );
}
