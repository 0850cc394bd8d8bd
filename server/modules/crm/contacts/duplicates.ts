import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { findDuplicates } from '#server/record/query/duplicates.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { rowColumns, type StoredRow } from '#server/record/rows/row.ts';
import { system } from '#server/record/access/system.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';

export interface ContactsDuplicate {
  readonly contactsId: number;
  readonly name: string;
  readonly customerId: number | null;
  readonly customerName: string;
  readonly ownerUserName: string;
  readonly mayRead: 0 | 1;
}

/** Contacts that may be duplicates; `customerName` restricts them, or asks for those of such customers. */
export async function findContacts(
  db: Database,
  actor: Actor,
  asked: {
    readonly name?: string | undefined;
    readonly mobile?: string | undefined;
    readonly telephone?: string | undefined;
    readonly customerName?: string | undefined;
  },
): Promise<{ list: ContactsDuplicate[]; more: number }> {
  const fields = await fieldsOf(db, actor, contactsType);
  // people who cannot see the field cannot search by it either (security A6)
  const knowsCustomer = fields.byName.get('customer_id')?.hidden === false;
  if (asked.customerName !== undefined && !knowsCustomer) return { list: [], more: 0 };
  const customers =
    asked.customerName === undefined
      ? null
      : (await findDuplicates(db, actor, customerType, { name: asked.customerName })).list;
  if (customers?.length === 0) return { list: [], more: 0 };
  const within = customers && { column: 'customer_id', ids: customers.map(({ id }) => id) };
  const { list: duplicates, more } = await findDuplicates(db, actor, contactsType, {
    ...asked,
    ...(within ? { within } : {}),
  });
  const { from } = system('a duplicate check tells to whom a contact belongs', contactsType);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(contactsType)} from ${from}
    where r.contacts_id = any(${duplicates.map(({ id }) => id)}::bigint[])`.execute(db);
  const byId = new Map(rows.map((row) => [Number(row['contacts_id']), row]));
  const list = duplicates.map(({ id, title, ownerUserName, mayRead }) => {
    const row = knowsCustomer ? byId.get(id) : undefined;
    return {
      contactsId: id,
      name: title,
      customerId: (row?.['customer_id'] ?? null) as number | null,
      customerName: String(row?.['customer_name'] ?? ''),
      ownerUserName,
      mayRead,
    };
  });
  return { list, more };
}
