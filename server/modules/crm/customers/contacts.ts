import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, hiding } from '#server/record/fields/field-set.ts';
import { readRow } from '#server/record/rows/read.ts';
import { rowColumns, wireRow, type StoredRow } from '#server/record/rows/row.ts';
import { poolScope, scoped } from '#server/record/access/scope.ts';
import { holdsFragment } from '#server/record/query/search.ts';
import { system } from '#server/record/access/system.ts';
import type { ContactOfCustomer } from '#shared/crm/customer-calls.ts';
import { contactsType, keyPersonField } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { textOf } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

const contacts = system('who reads a customer reads who its contacts are', contactsType);
const mayReadContacts = permissionOf(contactsType, 'read');
const mayOpenPool = permissionOf({ ...contactsType, module: contactsType.pool.module }, 'index');

/**
 * The contacts of a customer in the actor's reach, the newest first; without a slice as many as a bare array holds. Fields
 * that the actor's roles hide are empty, numbers also for who may not read contacts at all.
 * @throws AppError `access.record` when the customer is not in reach
 */
export async function contactsOf(
  db: Database,
  actor: Actor,
  asked: { readonly customerId: number; readonly search?: string | undefined },
  slice: Slice | null,
): Promise<{ readonly rows: ContactOfCustomer[]; readonly total: number }> {
  const { limit, offset } = slice ?? bareArray;
  const customer = await readRow(db, actor, customerType, asked.customerId);
  const isReader = actor.mayDo(mayReadContacts);
  const all = await fieldsOf(db, actor, contactsType);
  const fields = isReader || (customer.owner_user_id === null && actor.mayDo(mayOpenPool)) ? all : hiding(all, numbers);
  const pooled = poolScope(actor, contactsType).where;
  const open = isReader ? sql`(${scoped(actor, contactsType).where} or ${pooled})` : pooled;
  const found = asked.search ? holdsFragment(contactsType, fields, asked.search) : sql`true`;
  const from = sql`from ${contacts.from} where ${contacts.live} and r.customer_id = ${asked.customerId} and ${found}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { rows } = await sql<StoredRow & { open: boolean | null }>`
    select ${rowColumns(contactsType)}, ${open} as open ${from} order by r.update_time desc, r.contacts_id desc
    limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return {
    total: counted[0]?.n ?? 0,
    rows: rows.map((row) => {
      const wire = wireRow(contactsType, fields, names, row);
      const said = (key: string): string => textOf(wire[key]) ?? '';
      return {
        contactsId: Number(row['contacts_id']),
        name: said('name'),
        mobile: said('mobile'),
        areaCode: said('areaCode'),
        post: said('post'),
        telephone: said('telephone'),
        [keyPersonField]: said(keyPersonField),
        mayRead: row.open === true ? 1 : 0,
      };
    }),
  };
}

/** Neither shown to nor found by who may read no contacts (security A6). */
const numbers = new Set(['mobile', 'area_code', 'telephone']);
