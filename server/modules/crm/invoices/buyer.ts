import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isLegible } from '#server/record/fields/legible.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { InvoiceBuyer } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { camelCase, textOf } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const onInvoice = {
  receiptTitle: 'invoice_title',
  receiptIdentifier: 'tax_number',
  address: 'deposit_address',
  phone: 'telephone',
  bank: 'deposit_bank',
  account: 'deposit_account',
} as const satisfies Record<keyof InvoiceBuyer, string>;
const onCustomer: Partial<Record<keyof InvoiceBuyer, string>> = {
  receiptTitle: 'receipt_title',
  receiptIdentifier: 'receipt_identifier',
};
const keys = Object.keys(onInvoice) as (keyof InvoiceBuyer)[];

/**
 * Whom the last invoice of a customer was made out to, as far as the reader sees it, or else what the customer says. Masks are
 * no values. @throws AppError `access.record`
 */
export async function buyerOf(db: Database, actor: Actor, customerId: number): Promise<InvoiceBuyer> {
  const customer = await readRow(db, actor, customerType, customerId);
  const where = sql<boolean>`r.customer_id = ${customerId} and r.invoice_status <> ${invoiceStatuses.void}`;
  const { rows } = await rowsWhere(db, actor, invoiceType, where, {
    slice: { limit: 1, offset: 0 },
    orderBy: sql`r.receipt_id desc`,
  });
  const [last] = rows;
  if (last) return valuesBy((key) => legible(db, actor, invoiceType, onInvoice[key], last[camelCase(onInvoice[key])]));
  const buyer = await valuesBy(async (key) => {
    const name = onCustomer[key];
    return name === undefined ? '' : legible(db, actor, customerType, name, customer[name]);
  });
  if (buyer.receiptTitle !== '') return buyer;
  // without a title of its own a customer is invoiced by its name
  const name = await legible(db, actor, customerType, customerType.titleField, customer[customerType.titleField]);
  return { ...buyer, receiptTitle: name };
}

const legible = async (db: Database, actor: Actor, type: RecordType, fieldName: string, value: unknown) =>
  (await isLegible(db, actor, type, fieldName)) ? (textOf(value) ?? '') : '';

async function valuesBy(value: (key: keyof InvoiceBuyer) => Promise<string>): Promise<InvoiceBuyer> {
  const read: [string, string][] = [];
  for (const key of keys) read.push([key, await value(key)]);
  return Object.fromEntries(read) as InvoiceBuyer;
}
