import { sql } from 'kysely';
import { openingUndone } from '#server/approval/opening.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { applyChange, openChangesOf } from '#server/modules/crm/contracts/changes/change.ts';
import {
  contractDiscarded,
  contractPassed,
  contractTakenBack,
  figuresOfPassing,
} from '#server/modules/crm/contracts/money.ts';
import { dependedOn } from '#server/modules/crm/contracts/opening.ts';
import { requireSold } from '#server/modules/crm/shipments/api.ts';
import { system } from '#server/record/access/system.ts';
import { applyTransition, lockForTransition } from '#server/record/states/apply.ts';
import type { TransitionRow, TransitionRulesOf } from '#server/record/states/transition-rules.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const idsOf = (rows: readonly TransitionRow[]): number[] => rows.map(({ id }) => id);
/** An order that changes a contract in force. */
const isChange = ({ row }: TransitionRow): boolean => row['changes_id'] !== null;

/** What follows from decisions on contracts, in their transactions. */
export const contractTransitions: TransitionRulesOf = {
  check_status: {
    approve: {
      set: figuresOfPassing,
      effect: async (db, actor, rows) => {
        const contracts = rows.filter((row) => !isChange(row));
        await winCustomers(db, actor, contracts, null);
        for (const row of rows.filter(isChange)) await applyChange(db, actor, row.id);
        const ids = rows.map(({ id, row }) => Number(row['changes_id'] ?? id));
        await contractPassed(db, actor, ids);
        // an order may take back what has not been shipped yet, and no more
        const changed = rows.filter(isChange).map(({ row }) => Number(row['changes_id']));
        if (changed.length > 0) await requireSold(db, actor, changed);
      },
    },
    takeOver: {
      guard: async (_db, _actor, rows) =>
        new Map(rows.filter(isChange).map(({ id }) => [id, new AppError('contract.order_no_opening')])),
      effect: async (db, actor, rows, { operationId }) => {
        await winCustomers(db, actor, rows, operationId);
        await contractPassed(db, actor, idsOf(rows));
      },
      undo: {
        guard: (db, actor, rows) => dependedOn(db, actor, idsOf(rows)),
        effect: async (db, actor, rows) => {
          await openingUndone(db, actor, contractType, rows);
          await contractTakenBack(db, actor, idsOf(rows));
        },
      },
    },
    discard: {
      guard: (db, _actor, rows) => inTheWay(db, idsOf(rows)),
      effect: (db, actor, rows) => contractDiscarded(db, actor, idsOf(rows)),
    },
  },
};

/**
 * The customers of contracts have dealt, which ends their locks; those that have dealt already stay as they are. `partOf` is
 * the action that it is undone with, if any.
 */
async function winCustomers(
  db: Database,
  actor: Actor,
  rows: readonly TransitionRow[],
  partOf: number | null,
): Promise<void> {
  const wanted = [
    ...new Set(rows.flatMap(({ row }) => (row['customer_id'] === null ? [] : [Number(row['customer_id'])]))),
  ];
  const column = stateColumn(customerType, 'deal_status');
  if (wanted.length === 0 || !column) return;
  const { live } = system('a contract makes its customer one that has dealt, whoever owns it', customerType);
  // whoever makes a document for the contract has locked the customer before it
  const options = { reach: live, isPartial: true, mayBeReferredTo: true };
  const known = await lockForTransition(db, actor, customerType, column, wanted, options);
  const locked = known.filter(({ row }) => row['deal_status'] === 0);
  if (locked.length === 0) return;
  const ids = locked.map(({ id }) => id);
  await applyTransition(
    db,
    actor,
    customerType,
    { ids, column, name: 'deal' },
    { reach: live, mayUndo: partOf !== null, partOf: partOf ?? undefined, locked },
  );
}

/** Contracts that cannot be discarded yet: a receivable, an invoice or a change waits, or goods are on their way out. */
async function inTheWay(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, AppError>> {
  const refused = new Map<number, AppError>();
  const { from, live } = system('no contract goes while money for it is being approved', receivableType);
  const { rows } = await sql<{ id: number; number: string }>`
    select r.contract_id as id, min(r.number) as number from ${from}
    where ${live} and r.contract_id = any(${[...ids]}::bigint[])
      and r.check_status in (${checkStatuses.waiting}, ${checkStatuses.checking})
    group by r.contract_id`.execute(db);
  for (const { id, number } of rows)
    refused.set(Number(id), new AppError('contract.receivable_waiting', { number: number ?? '' }));
  for (const { id, number } of await openInvoicesOf(db, ids))
    refused.set(id, new AppError('contract.invoice_open', { number }));
  for (const { id, num } of await openChangesOf(db, ids))
    refused.set(id, new AppError('contract.being_changed', { number: num }));
  return refused;
}

/** Invoices that somebody decides on, or that are approved and not out yet: they are withdrawn or voided first. */
async function openInvoicesOf(
  db: Database,
  ids: readonly number[],
): Promise<readonly { id: number; number: string }[]> {
  const { from, live } = system('no contract goes while an invoice over it is on its way', invoiceType);
  const { waiting, checking, passed } = checkStatuses;
  const { rows } = await sql<{ id: number; number: string }>`
    select r.contract_id as id, coalesce(min(r.number), '') as number from ${from}
    where ${live} and r.contract_id = any(${[...ids]}::bigint[]) and r.invoice_status = ${invoiceStatuses.open}
      and r.check_status in (${waiting}, ${checking}, ${passed})
    group by r.contract_id`.execute(db);
  return rows;
}

/** Contracts that count: they are discarded instead of deleted. What refers to others is said by the engine, by name. */
export async function referenced(db: Database, ids: readonly number[]): Promise<ReadonlyMap<number, AppError>> {
  const { from } = system('what has passed counts, whoever sees it', contractType);
  const { rows } = await sql<{ id: number }>`
    select r.contract_id as id from ${from}
    where r.contract_id = any(${[...ids]}::bigint[]) and r.check_status = ${checkStatuses.passed}
      and r.change_status = 0`.execute(db);
  return new Map(rows.map(({ id }) => [Number(id), new AppError('contract.referenced')]));
}
