import { sql } from 'kysely';
import '#server/modules/crm/contacts/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { rowsWhere } from '#server/record/rows/rows-where.ts';
import { readRow } from '#server/record/rows/read.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { scoped } from '#server/record/access/scope.ts';
import type { LinkedBusiness } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { textOf } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Slice } from '#shared/wire/values.ts';

type Row = Readonly<Record<string, unknown>>;
interface Found<T> {
  readonly rows: T[];
  readonly total: number;
}

/**
 * The linked opportunities in the actor's reach, newest first; without a slice, at most the limit of a bare array.
 * @throws AppError `access.record` when the contact itself is out of reach
 */
export async function businessOf(
  db: Database,
  actor: Actor,
  contactsId: number,
  slice: Slice | null,
): Promise<Found<LinkedBusiness>> {
  await readRow(db, actor, contactsType, contactsId);
  const isLinked = sql<boolean>`exists (
    select from contacts_business l where l.contacts_id = ${contactsId} and l.business_id = r.business_id)`;
  const { rows, total } = await rowsWhere(db, actor, opportunityType, isLinked, { slice });
  return { rows: rows.map(linkedRow), total };
}

const linkedRow = (row: Row): LinkedBusiness => ({
  businessId: Number(row[opportunityType.idKey]),
  businessName: textOf(row['businessName']) ?? '',
  money: textOf(row['money']) ?? '',
  customerName: textOf(row['customerName']) ?? '',
  typeName: textOf(row['typeName']) ?? '',
  statusName: textOf(row['statusName']) ?? '',
});

/**
 * The linked contacts of an opportunity in the actor's reach, as rows of the wire.
 * @throws AppError `access.record` when the opportunity itself is out of reach
 */
export async function contactsOfBusiness(
  db: Database,
  actor: Actor,
  businessId: number,
  slice: Slice | null,
): Promise<Found<Row>> {
  await readRow(db, actor, opportunityType, businessId);
  const isLinked = sql<boolean>`exists (
    select from contacts_business l where l.business_id = ${businessId} and l.contacts_id = r.contacts_id)`;
  return rowsWhere(db, actor, contactsType, isLinked, { slice });
}

/** Each of these contacts with each of these opportunities. */
interface Links {
  readonly contactsIds: readonly number[];
  readonly businessIds: readonly number[];
  /** The end whose right is checked here; that of the other one belongs to the call. */
  readonly far: typeof contactsType | typeof opportunityType;
}

/** Links of contacts, as asked for on their side. */
export const fromContacts = (contactsIds: readonly number[], businessIds: readonly number[]): Links => ({
  contactsIds,
  businessIds,
  far: opportunityType,
});

/** Links of opportunities, as asked for on their side. */
export const fromBusiness = (businessIds: readonly number[], contactsIds: readonly number[]): Links => ({
  contactsIds,
  businessIds,
  far: contactsType,
});

/** Adds links; existing ones stay. @throws AppError `access.record`, `access.denied` */
export async function linkBusiness(db: Database, actor: Actor, links: Links): Promise<void> {
  const { contactsIds, businessIds } = await requireBothEnds(db, actor, links);
  await sql`
    insert into contacts_business (contacts_id, business_id, create_user_id)
    select c.id, b.id, ${actor.userId} from unnest(${contactsIds}::bigint[]) as c(id), unnest(${businessIds}::bigint[]) as b(id)
    where not exists (
      select from contacts_business l where l.contacts_id = c.id and l.business_id = b.id)`.execute(db);
}

/** Removes links; missing links are no error. @throws AppError `access.record`, `access.denied` */
export async function unlinkBusiness(db: Database, actor: Actor, links: Links): Promise<void> {
  const { contactsIds, businessIds } = await requireBothEnds(db, actor, links);
  await db
    .deleteFrom('contacts_business')
    .where('contacts_id', 'in', contactsIds)
    .where('business_id', 'in', businessIds)
    .execute();
}

/**
 * A link changes both records, so the actor must be allowed to edit either (security A10). Both stay locked, contacts
 * first, so that concurrent calls add up.
 */
async function requireBothEnds(
  db: Database,
  actor: Actor,
  links: Links,
): Promise<{ contactsIds: number[]; businessIds: number[] }> {
  const [contactsIds, businessIds] = [[...new Set(links.contactsIds)], [...new Set(links.businessIds)]];
  if (!actor.mayDo(permissionOf(links.far, 'update'))) throw new AppError('access.denied');
  await lockRecords(db, actor, contactsType, contactsIds, { reach: scoped(actor, contactsType, 'write').where });
  await lockRecords(db, actor, opportunityType, businessIds, { reach: scoped(actor, opportunityType, 'write').where });
  return { contactsIds, businessIds };
}
