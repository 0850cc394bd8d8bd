import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeMany, type BulkChange } from '#server/record/write/change-many.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { system } from '#server/record/access/system.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

/** The act on the customers, which these are a part of: one undo takes both back. */
type Whole = Pick<BulkChange, 'access'> & { readonly partOf: number };

const contacts = system('contacts go where their customer goes, whoever may see them', contactsType);

/** Contacts that the owner of a released customer had are nobody's with it; those of others stay theirs (R16.3). */
export async function releaseContacts(
  db: Database,
  actor: Actor,
  customers: readonly LockedRecord[],
  whole: Whole,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select r.contacts_id as id from ${contacts.from}
    join unnest(${customers.map(({ id }) => id)}::bigint[], ${customers.map(({ ownerUserId }) => ownerUserId)}::int[])
      as c(id, owner) on c.id = r.customer_id and c.owner = r.owner_user_id
    where ${contacts.live}`.execute(db);
  const reach = sql<boolean>`${contacts.live} and r.owner_user_id is not null`;
  const ids = await lock(db, actor, rows, reach);
  if (ids.length === 0) return;
  await changeMany(db, actor, contactsType, ids, {
    ...whole,
    verb: 'put_in_pool',
    set: { owner_user_id: sql`null::int` },
    touches: false,
    keepsTeam: true,
  });
  await sql`
    delete from record_team where type_code = ${contactsType.code} and record_id = any(${ids}::bigint[])`.execute(db);
}

/** Who gets a customer out of the pool gets its contacts that are nobody's, deleted ones too. */
export async function claimContacts(
  db: Database,
  actor: Actor,
  customerIds: readonly number[],
  userId: number,
  whole: Whole & Pick<BulkChange, 'verb'>,
): Promise<void> {
  const reach = sql<boolean>`r.owner_user_id is null`;
  const { rows } = await sql<{ id: number }>`
    select r.contacts_id as id from ${contacts.from}
    where r.customer_id = any(${[...customerIds]}::bigint[]) and ${reach}`.execute(db);
  const ids = await lock(db, actor, rows, reach);
  if (ids.length === 0) return;
  await changeMany(db, actor, contactsType, ids, {
    ...whole,
    set: { owner_user_id: sql`${userId}::int` },
    touches: false,
    details: { userId },
  });
}

const lock = async (
  db: Database,
  actor: Actor,
  rows: readonly { readonly id: number }[],
  reach: ReturnType<typeof sql<boolean>>,
): Promise<number[]> => {
  const ids = rows.map(({ id }) => id);
  return (await lockRecords(db, actor, contactsType, ids, { reach, isPartial: true })).map(({ id }) => id);
};
