import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { visibleChildren } from '#server/record/relations/visible-children.ts';
import type { ContactOfCustomer } from '#shared/crm/contacts-calls.ts';
import { contactsType, keyPersonField } from '#shared/crm/contacts-type.ts';
import type { Slice } from '#shared/wire/values.ts';

/** The contacts of a customer in the actor's reach, as its tab shows them. @throws AppError `access.record` */
export async function contactsOf(
  db: Database,
  actor: Actor,
  { customerId, search }: { readonly customerId: number; readonly search?: string | undefined },
  slice: Slice | null,
): Promise<{ readonly rows: ContactOfCustomer[]; readonly total: number }> {
  const asked = { column: 'customer_id', parentId: customerId, search };
  const { rows, total } = await visibleChildren(db, actor, contactsType, asked, slice);
  return {
    total,
    rows: rows.map(({ id, name, values, mayRead }) => {
      const said = (key: string): string => values[key] ?? '';
      return {
        contactsId: id,
        name,
        mobile: said('mobile'),
        areaCode: said('areaCode'),
        post: said('post'),
        telephone: said('telephone'),
        [keyPersonField]: said(keyPersonField),
        mayRead,
      };
    }),
  };
}
