import { sql } from 'kysely';
import { takeOver } from '#server/approval/opening.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { system } from '#server/record/access/system.ts';
import { visible } from '#server/record/access/visible.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { checkStatuses, openStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { sumOf } from '#shared/record/money/exact-decimal.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Contracts of an old system with what was received for them there, as one action: its undo takes the receivables back
 * before their contracts. @throws AppError `access.denied` without the right to receivables, and what either refuses
 */
export async function takeOverContracts(
  db: Database,
  actor: Actor,
  contractIds: readonly number[],
  { withReceivables }: { readonly withReceivables: boolean },
): Promise<{ readonly operationId: number; readonly count: number }> {
  if (withReceivables && !mayTakeReceivables(actor)) throw new AppError('access.denied');
  const contracts = await takeOver(db, actor, contractType, contractIds);
  if (!withReceivables) return contracts;
  const ids = (await draftReceivables(db, actor, contractIds)).map(({ id }) => id);
  if (ids.length > 0) await takeOver(db, actor, receivableType, ids, { partOf: contracts.operationId });
  return contracts;
}

const mayTakeReceivables = (actor: Actor): boolean => actor.mayDo(permissionOf(receivableType, 'opening'));

/** Those of contracts that the actor may write, in the order in which they were made. */
async function draftReceivables(db: Database, actor: Actor, contractIds: readonly number[]) {
  const { rows } = await sql<{ id: number; money: string | null }>`
    select r.receivables_id as id, r.money::text as money
    from ${visible(receivableType, scoped(actor, receivableType, 'write'))}
    where r.contract_id = any(${[...contractIds]}::bigint[]) and r.check_status = ${checkStatuses.draft}
    order by r.receivables_id`.execute(db);
  return rows;
}

/** What would come with contracts that the actor may take over. @throws AppError `access.record` */
export async function openingReceivables(db: Database, actor: Actor, contractIds: readonly number[]) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from ${visible(contractType, scoped(actor, contractType, 'write'))}
    where r.contract_id = any(${[...contractIds]}::bigint[])`.execute(db);
  if (rows[0]?.count !== new Set(contractIds).size) throw new AppError('access.record');
  const drafts = mayTakeReceivables(actor) ? await draftReceivables(db, actor, contractIds) : [];
  const isShown = await isLegible(db, actor, receivableType, 'money');
  return { count: drafts.length, money: isShown ? sumOf(drafts.map(({ money }) => money ?? '0')) : '' };
}

/**
 * Contracts that cannot be drafts again because something was built on them since they were taken over: money, an invoice,
 * goods on their way or an order that changes them.
 */
export async function dependedOn(
  db: Database,
  actor: Actor,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const why = 'a contract stays in force with what was built on it, whoever sees that';
  const [money, invoices] = [system(why, receivableType), system(why, invoiceType)];
  const [goods, orders] = [system(why, shipmentType), system(why, contractType)];
  const wanted = [...ids];
  const ended = [...openStatuses, checkStatuses.discarded];
  const { rows } = await sql<{ id: number; noun: MessageKey; number: string }>`
    select r.contract_id as id, ${receivableType.name}::text as noun, r.number from ${money.from}
    where ${money.live} and r.contract_id = any(${wanted}::bigint[]) and r.check_status <> all(${ended}::int[])
    union all
    select r.contract_id, ${invoiceType.name}, coalesce(r.number, '') from ${invoices.from}
    where ${invoices.live} and r.contract_id = any(${wanted}::bigint[]) and r.check_status <> all(${ended}::int[])
      and r.invoice_status <> ${invoiceStatuses.void}
    union all
    select r.contract_id, ${shipmentType.name}, r.number from ${goods.from}
    where ${goods.live} and r.contract_id = any(${wanted}::bigint[])
    union all
    select r.changes_id, ${contractType.name}, r.num from ${orders.from}
    where ${orders.live} and r.changes_id = any(${wanted}::bigint[])`.execute(db);
  return new Map(
    rows.map(({ id, noun, number }) => [
      Number(id),
      new AppError('contract.depended_on', { noun: translate(actor.language, noun), number }),
    ]),
  );
}
