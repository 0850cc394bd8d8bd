import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { moneyOf } from '#server/modules/crm/contracts/money.ts';
import { rowsOf, type Row } from '#server/modules/crm/contracts/answers/rows-of.ts';
import { system } from '#server/record/access/system.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowWriter } from '#server/record/rows/row.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { ListedContract, PlanOfContract, ReceivableOfContract } from '#shared/crm/contracts/contract-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { textOf } from '#shared/record/field.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

const said = (row: Row | undefined, key: string): string => textOf(row?.[key]) ?? '';

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
  slice: Slice,
): Promise<{ rows: ListedContract[]; total: number }> {
  await readRow(db, actor, customerType, customerId);
  const isIn = checkStatus === undefined ? sql`true` : sql`r.check_status = ${checkStatus}`;
  const isUsed = consumeStatus === undefined ? sql`true` : sql`r.consume_status = any(${[...consumeStatus]}::int[])`;
  const where = sql<boolean>`r.customer_id = ${customerId} and ${isIn} and ${isUsed}`;
  const { rows, total } = await rowsOf(db, actor, contractType, where, slice, search);
  const received = await moneyOf(
    db,
    rows.map((row) => Number(row['contractId'])),
  );
  return {
    total,
    rows: rows.map((row) => ({
      contractId: Number(row['contractId']),
      num: said(row, 'num'),
      contractNum: said(row, 'num'),
      name: said(row, 'name'),
      contractName: said(row, 'name'),
      customerId: row['customerId'] === null ? null : Number(row['customerId']),
      customerName: said(row, 'customerName'),
      money: said(row, 'money'),
      startTime: said(row, 'startTime'),
      endTime: said(row, 'endTime'),
      checkStatus: Number(row['checkStatus']),
      consumeStatus: Number(row['consumeStatus']),
      receivablesMoneyCount: received.get(Number(row['contractId']))?.received ?? '0.00',
    })),
  };
}

/** Name and money of a contract, as far as the reader sees them. */
async function contractAsSeen(db: Database, actor: Actor, id: number): Promise<Row> {
  const row = await readRow(db, actor, contractType, id);
  const fields = await fieldsOf(db, actor, contractType);
  return rowWriter(contractType, fields, await directoryOf(db, actor.rights.version))(row);
}

export async function receivablesOf(db: Database, actor: Actor, contractId: number, slice: Slice) {
  const contract = await contractAsSeen(db, actor, contractId);
  const { rows, total } = await rowsOf(db, actor, receivableType, sql<boolean>`r.contract_id = ${contractId}`, slice);
  return {
    total,
    rows: rows.map((row): ReceivableOfContract => ({
      receivablesId: Number(row['receivablesId']),
      receivablesNum: said(row, 'number'),
      contractName: said(contract, 'name'),
      contractMoney: said(contract, 'money'),
      receivablesMoney: said(row, 'money'),
      ownerUserName: said(row, 'ownerUserName'),
      checkStatus: Number(row['checkStatus']),
      returnTime: said(row, 'returnTime'),
      planNum: said(row, 'planNum'),
    })),
  };
}

export async function plansOf(db: Database, actor: Actor, contractId: number, slice: Slice) {
  await readRow(db, actor, contractType, contractId);
  const { rows, total } = await rowsOf(db, actor, planType, sql<boolean>`r.contract_id = ${contractId}`, slice);
  return { total, rows: rows.map(planRow) };
}

/** Plans that no receivable refers to, but for those that were discarded. */
export async function openPlansOf(db: Database, actor: Actor, contractId: number): Promise<PlanOfContract[]> {
  await readRow(db, actor, contractType, contractId);
  const { from, live } = system('a plan is paid once, whoever wrote the receivable', receivableType);
  const { rows: paid } = await sql<{ id: number }>`
    select distinct r.plan_id as id from ${from} where ${live} and r.contract_id = ${contractId}
      and r.plan_id is not null and r.check_status <> ${checkStatuses.discarded}`.execute(db);
  const isOpen = sql<boolean>`r.contract_id = ${contractId} and r.plan_id <> all(${paid.map(({ id }) => id)}::bigint[])`;
  return (await rowsOf(db, actor, planType, isOpen, bareArray)).rows.map(planRow);
}

const planRow = (row: Row): PlanOfContract => ({
  planId: Number(row['planId']),
  num: said(row, 'num'),
  customerName: said(row, 'customerName'),
  contractNum: said(row, 'contractNum'),
  money: said(row, 'money'),
  returnDate: said(row, 'returnDate'),
  returnType: said(row, 'returnType'),
  remind: textOf(row['remind']),
  remark: said(row, 'remark'),
});
