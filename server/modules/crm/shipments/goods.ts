import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { lockContracts } from '#server/modules/crm/ledger/api.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible, shownOnLines } from '#server/record/fields/legible.ts';
import { linesOf } from '#server/record/lines/stored-lines.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { changeStatuses } from '#shared/crm/contracts/contract-states.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { shipmentStatuses, shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { textOf } from '#shared/record/field.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { bare, less, together } from './quantity.ts';

/** A product of a contract: what was sold of it, and what shipments take that are neither void nor cancelled. */
export interface Goods {
  readonly productId: number;
  readonly name: string;
  readonly unit: string;
  readonly sold: string;
  readonly taken: string;
}

type Tally = Map<number, { name: string; unit: string; num: string }>;

/** What contracts have sold and ship, by product. */
export async function goodsOf(
  db: Database,
  contractIds: readonly number[],
): Promise<ReadonlyMap<number, readonly Goods[]>> {
  const { from, live } = system('goods are sent once, whoever sees the shipments', shipmentType);
  const { rows } = await sql<{ id: number; contractId: number }>`
    select r.express_id as id, r.contract_id as "contractId" from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live}
      and r.status not in (${shipmentStatuses.void}, ${shipmentStatuses.cancelled})`.execute(db);
  const sold = await linesOf(db, contractType, contractIds);
  const shipped = await linesOf(
    db,
    shipmentType,
    rows.map(({ id }) => id),
  );
  return new Map(
    contractIds.map((contractId) => {
      const own = rows.filter((row) => row.contractId === contractId);
      const soldOf = tallied(sold.get(contractId) ?? []);
      const takenOf = tallied(own.flatMap(({ id }) => shipped.get(id) ?? []));
      const ids = [...new Set([...soldOf.keys(), ...takenOf.keys()])];
      return [
        contractId,
        ids.map((productId) => ({
          productId,
          name: (soldOf.get(productId) ?? takenOf.get(productId))?.name ?? '',
          unit: (soldOf.get(productId) ?? takenOf.get(productId))?.unit ?? '',
          sold: soldOf.get(productId)?.num ?? '0',
          taken: takenOf.get(productId)?.num ?? '0',
        })),
      ];
    }),
  );
}

function tallied(lines: readonly { readonly values: Readonly<Record<string, unknown>> }[]): Tally {
  const tally: Tally = new Map();
  for (const { values } of lines) {
    const productId = Number(values['product_id']);
    const said = (name: string): string => textOf(values[name]) ?? '';
    const known = tally.get(productId);
    const num = together([known?.num ?? '0', said('num')]);
    tally.set(productId, { name: known?.name ?? said('name'), unit: known?.unit ?? said('unit'), num });
  }
  return tally;
}

/**
 * Locks contracts in the order of their ids, and refuses those in force whose shipments take more than was sold; of two
 * shipments that want the same rest the later one finds it taken. What is not in force yet is not counted.
 * @throws AppError `shipment.not_sold`, `shipment.over_sold`; where all have to be in force, `shipment.contract_not_in_force`
 */
export async function requireSold(
  db: Database,
  actor: Actor | null,
  contractIds: readonly number[],
  demand: 'in force' | 'any' = 'any',
): Promise<void> {
  const wanted = [...new Set(contractIds)];
  const contracts = await lockContracts(db, wanted);
  const orders = await changeOrders(db, wanted);
  const running = contracts.filter(({ id, checkStatus }) => checkStatus === checkStatuses.passed && !orders.has(id));
  if (demand === 'in force' && running.length < wanted.length) {
    const idle = wanted.find((one) => !running.some(({ id }) => id === one));
    const contract = contracts.find(({ id }) => id === idle);
    throw new AppError('shipment.contract_not_in_force', { name: await nameFor(db, actor, contract?.name ?? '') });
  }
  const goods = await goodsOf(
    db,
    running.map(({ id }) => id),
  );
  for (const { id, name } of running)
    for (const { name: product, sold, taken } of goods.get(id) ?? []) {
      if (compared(taken, sold) <= 0) continue;
      const said = { product, name: await nameFor(db, actor, name) };
      if (compared(sold, '0') === 0) throw new AppError('shipment.not_sold', said);
      const quantity = (value: string) =>
        shownOnLines(db, actor, contractType, { fieldName: 'num', value: bare(value) });
      throw new AppError('shipment.over_sold', {
        ...said,
        sold: await quantity(sold),
        over: await quantity(less(taken, sold)),
      });
    }
}

/** The name of a contract as far as the reader's roles show which one a shipment is of (security A6). */
async function nameFor(db: Database, actor: Actor | null, name: string): Promise<string> {
  const isShown =
    actor !== null &&
    (await isLegible(db, actor, shipmentType, 'contract_id')) &&
    (await isLegible(db, actor, contractType, contractType.titleField));
  return isShown ? name : '…';
}

/** Orders that change other contracts: the goods are those of the contracts. */
async function changeOrders(db: Database, contractIds: readonly number[]): Promise<ReadonlySet<number>> {
  const { from } = system('goods go by the contract that an order changes', contractType);
  const { rows } = await sql<{ id: number }>`
    select r.contract_id as id from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and r.change_status <> ${changeStatuses.none}`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
