import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { changeState } from '#server/record/states/change.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { saveRecord } from '#server/record/write/save.ts';
import { checkStatuses } from '#shared/approval/approval-state.ts';
import type { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { dateOf } from '#shared/record/time.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

const names: Readonly<Record<number, string>> = {
  [invoiceStatuses.issued]: 'issue',
  [invoiceStatuses.reversed]: 'reverse',
  [invoiceStatuses.void]: 'void',
};

/** One transition by the state that it leads to; number and day of an invoice that goes out are saved before. */
export async function updateStatus(
  db: Database,
  actor: Actor,
  asked: z.output<typeof invoiceCalls.updateStatus.input>,
): Promise<{ count: number }> {
  const ids = [...new Set([...asked.receiptIds, ...(asked.receiptId === undefined ? [] : [asked.receiptId])])];
  if (ids.length === 0) throw new AppError('input.ids_empty');
  const column = stateColumn(invoiceType, 'invoice_status');
  const name = names[asked.invoiceStatus];
  if (!column || name === undefined) throw new AppError('state.unknown');
  const [first, ...others] = ids;
  const values = issueValues(asked);
  const isAlone = first !== undefined && others.length === 0;
  // of any other the change says why it does not go out, which a refusal of its fields would not
  if (isAlone && Object.keys(values).length > 0 && (await mayGoOut(db, actor, first)))
    await saveRecord(db, actor, invoiceType, { id: first, values });
  const { count } = await changeState(db, actor, invoiceType, { ids, column, name, input: { remark: asked.remark } });
  return { count };
}

/** Approved and not out; it stays so until the change. @throws AppError `access.record` */
async function mayGoOut(db: Database, actor: Actor, id: number): Promise<boolean> {
  const [invoice] = await lockRecords<Record<'check_status' | 'invoice_status', number>>(db, actor, invoiceType, [id], {
    reach: scoped(actor, invoiceType, 'write').where,
    columns: ['check_status', 'invoice_status'],
  });
  return invoice?.check_status === checkStatuses.passed && invoice.invoice_status === invoiceStatuses.open;
}

/** @throws AppError `field.date` */
function issueValues({
  invoiceStatus,
  invoiceNumber,
  invoiceDate,
}: z.output<typeof invoiceCalls.updateStatus.input>): Record<string, string> {
  if (invoiceStatus !== invoiceStatuses.issued) return {};
  const day = invoiceDate === undefined ? undefined : dateOf(invoiceDate)?.slice(0, 10);
  if (invoiceDate !== undefined && day === undefined) throw new AppError('field.date', { name: invoiceDate });
  return {
    ...(invoiceNumber === undefined ? {} : { invoice_number: invoiceNumber }),
    ...(day === undefined ? {} : { invoice_date: day }),
  };
}
