import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { checkStatuses, openStatuses } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { translate, type MessageKey } from '#shared/i18n/translate.ts';
import { AppError } from '#shared/wire/error-codes.ts';

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
