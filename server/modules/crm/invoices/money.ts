import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { lockContracts, negated, type LockedContract } from '#server/modules/crm/ledger/api.ts';
import { system } from '#server/record/access/system.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import type { TransitionRow } from '#server/record/states/transition-rules.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { textOf, type FieldValue } from '#shared/record/field.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export type Refusals = ReadonlyMap<number, AppError>;

export const moneyOn = ({ row }: TransitionRow): string => textOf(row['money'] as FieldValue) ?? '0';
export const contractOn = ({ row }: TransitionRow): number => Number(row['contract_id']);

/** The contracts of invoices, locked: whoever else invoices them, or ends them, waits. */
async function lockedFor(db: Database, rows: readonly TransitionRow[]): Promise<ReadonlyMap<number, LockedContract>> {
  const ids = [...new Set(rows.map(contractOn))];
  return new Map((await lockContracts(db, ids)).map((contract) => [contract.id, contract]));
}

/** What other invoices take of contracts: those that somebody decides on, that have passed, and that are out. */
export async function takenOf(
  db: Database,
  contractIds: readonly number[],
  except: readonly number[],
): Promise<Map<number, string>> {
  const { from, live } = system('a contract is invoiced once, whoever sees its invoices', invoiceType);
  const { waiting, checking, passed } = checkStatuses;
  const { rows } = await sql<{ id: number; taken: string }>`
    select r.contract_id as id, sum(r.money)::text as taken from ${from}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and ${live} and r.receipt_id <> all(${[...except]}::bigint[])
      and r.check_status in (${waiting}, ${checking}, ${passed})
      and r.invoice_status in (${invoiceStatuses.open}, ${invoiceStatuses.issued})
    group by r.contract_id`.execute(db);
  return new Map(rows.map(({ id, taken }) => [id, taken]));
}

/**
 * Which of the invoices ask for more than their contracts have left, one after the other, or for contracts that are not in
 * force. Of two that want the same rest the later one finds it taken.
 */
export async function askingTooMuch(db: Database, actor: Actor, rows: readonly TransitionRow[]): Promise<Refusals> {
  const contracts = await lockedFor(db, rows);
  const ids = rows.map(({ id }) => id);
  const taken = await takenOf(db, [...contracts.keys()], ids);
  return toldTo(
    db,
    actor,
    refusedAmong(rows, contracts, (contract) => taken.get(contract.id) ?? '0'),
  );
}

/** The same of invoices that are about to go out: by then only what is out counts. */
export async function issuingTooMuch(db: Database, actor: Actor, rows: readonly TransitionRow[]): Promise<Refusals> {
  const contracts = await lockedFor(db, rows);
  return toldTo(
    db,
    actor,
    refusedAmong(rows, contracts, ({ invoicedMoney }) => invoicedMoney),
  );
}

function refusedAmong(
  rows: readonly TransitionRow[],
  contracts: ReadonlyMap<number, LockedContract>,
  takenBefore: (contract: LockedContract) => string,
): Refusals {
  const refused = new Map<number, AppError>();
  const taken = new Map<number, string>();
  for (const row of rows) {
    const contract = contracts.get(contractOn(row));
    const money = moneyOn(row);
    if (contract?.checkStatus !== checkStatuses.passed)
      refused.set(row.id, new AppError('invoice.contract_not_in_force', { name: contract?.name ?? '' }));
    else if (compared(money, '0') <= 0) refused.set(row.id, new AppError('invoice.no_money'));
    else {
      const before = taken.get(contract.id) ?? takenBefore(contract);
      const left = sumOf([contract.contractMoney, negated(before)]);
      if (compared(money, left) > 0)
        refused.set(row.id, new AppError('ledger.over_invoiced', { name: contract.name, left }));
      else taken.set(contract.id, sumOf([before, money]));
    }
  }
  return refused;
}

/** The reasons as far as the reader's roles show which contracts these are and what they come to (security A6). */
async function toldTo(db: Database, actor: Actor, refused: Refusals): Promise<Refusals> {
  if (refused.size === 0) return refused;
  const isNamed =
    (await isLegible(db, actor, invoiceType, 'contract_id')) &&
    (await isLegible(db, actor, contractType, contractType.titleField));
  const isCounted = await isLegible(db, actor, contractType, 'money');
  const hidden = { ...(isNamed ? {} : { name: '…' }), ...(isCounted ? {} : { left: '…' }) };
  return new Map([...refused].map(([id, { code, params }]) => [id, new AppError(code, { ...params, ...hidden })]));
}
