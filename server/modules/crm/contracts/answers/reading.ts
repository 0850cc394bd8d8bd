import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { moneyOf } from '#server/modules/crm/contracts/money.ts';
import { shipmentByProduct } from '#server/modules/crm/shipments/api.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readRecord } from '#server/record/rows/read.ts';
import { contractType, deliveryTypes } from '#shared/crm/contracts/contract-type.ts';
import { textOf } from '#shared/record/field.ts';
import { productOf, sumOf } from '#shared/record/money/exact-decimal.ts';

type Row = Record<string, unknown>;

/** A contract with what older clients read beside its fields: its money, who gets the goods, and how each line goes. */
export async function readContract(db: Database, actor: Actor, id: number): Promise<Row> {
  const contract = await readRecord(db, actor, contractType, id);
  if (contract['dataAuth'] !== 1) return contract;
  const money = (await moneyOf(db, [id])).get(id) ?? { count: 0, received: '0.00' };
  const sum = textOf(contract['money']) ?? '';
  // what is hidden from the reader is not said by what was received of it and what is still open
  const isShown = await isLegible(db, actor, contractType, 'money');
  const received = isShown ? money.received : '';
  const open = sum === '' || !isShown ? '' : sumOf([sum, productOf(money.received, '-1')]);
  return {
    ...contract,
    product: withDelivery(
      (contract['product'] as readonly Row[] | undefined) ?? [],
      await shipmentByProduct(db, actor, id),
    ),
    express: {
      // a key that a hidden field has no more than on the contract itself
      ...(Object.hasOwn(contract, 'addresseeId') ? { contactsId: contract['addresseeId'] } : {}),
      name: contract['recipientName'] ?? '',
      mobile: contract['recipientMobile'] ?? '',
      address: contract['recipientAddress'] ?? '',
    },
    receivablesCount: money.count,
    receivablesMoney: received,
    contract_money: sum,
    receive_money: received,
    unreceiveMoney: open,
    isAdmin: actor.rights.isSuperAdmin ? 1 : 0,
  };
}

/** Lines with the keys of shipping: how each goes, how much of it, and by which shipment once there is one. */
const withDelivery = (lines: readonly Row[], shipments: ReadonlyMap<number, number>): Row[] =>
  lines.map((line) => ({
    ...line,
    categoryName: line['category'] ?? '',
    productName: line['name'] ?? '',
    deliveryType: deliveryTypes[textOf(line['deliveryMethod']) ?? ''] ?? null,
    productNum: line['num'] ?? null,
    expressId: shipments.get(Number(line['productId'])) ?? null,
  }));
