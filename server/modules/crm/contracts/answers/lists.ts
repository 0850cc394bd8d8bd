import { isLegible } from '#server/record/fields/legible.ts';
import { idOn, textOn, type WireRow } from '#server/record/rows/read-wire.ts';
import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { moneyOf } from '#server/modules/crm/contracts/money.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import type { ListedContract } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import type { Slice } from '#shared/wire/values.ts';

export interface ContractFilter {
  readonly customerId: number;
  readonly search?: string | undefined;
  readonly checkStatus?: number | undefined;
  readonly consumeStatus?: readonly number[] | undefined;
}

/** The contracts of a customer that the reader may see. @throws AppError `access.record` */
export async function contractsOfCustomer(
  db: Database,
  actor: Actor,
  { customerId, search, checkStatus, consumeStatus }: ContractFilter,
  slice: Slice | null,
): Promise<{ rows: ListedContract[]; total: number }> {
  await readRow(db, actor, customerType, customerId);
  const isIn = checkStatus === undefined ? sql`true` : sql`r.check_status = ${checkStatus}`;
  const isUsed = consumeStatus === undefined ? sql`true` : sql`r.consume_status = any(${[...consumeStatus]}::int[])`;
  const where = sql<boolean>`r.customer_id = ${customerId} and ${isIn} and ${isUsed}`;
  const { rows, total } = await rowsWhere(db, actor, contractType, where, { slice, search });
  const received = await moneyOf(
    db,
    rows.map((row) => Number(row['contractId'])),
  );
  const isShown = await isLegible(db, actor, contractType, 'money');
  return {
    total,
    rows: rows.map((row) => ({
      contractId: Number(row['contractId']),
      num: textOn(row, 'num'),
      contractNum: textOn(row, 'num'),
      name: textOn(row, 'name'),
      contractName: textOn(row, 'name'),
      customerId: idOn(row, 'customerId'),
      customerName: textOn(row, 'customerName'),
      money: textOn(row, 'money'),
      startTime: textOn(row, 'startTime'),
      endTime: textOn(row, 'endTime'),
      checkStatus: Number(row['checkStatus']),
      consumeStatus: Number(row['consumeStatus']),
      receivablesMoneyCount: isShown ? (received.get(Number(row['contractId']))?.received ?? '0.00') : '',
    })),
  };
}

/** What the approved contracts on a page of the list come to (facts 6.4). */
export async function moneyOfPage(db: Database, actor: Actor, rows: readonly WireRow[]) {
  if (!(await isLegible(db, actor, contractType, 'money'))) return { contractMoney: '', receivedMoney: '' };
  const approved = rows.filter(({ checkStatus }) => checkStatus === checkStatuses.passed);
  const sum = (key: string): string => sumOf(approved.map((row) => textOn(row, key) || '0'));
  return { contractMoney: sum('money'), receivedMoney: sum('receivedMoney') };
}
