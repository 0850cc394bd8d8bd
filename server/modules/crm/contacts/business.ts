import { sql } from 'kysely';
import '#server/modules/crm/contacts/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { readRow } from '#server/record/rows/read.ts';
import { recordModules } from '#server/record/registry.ts';
import { rowColumns, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { requireAll, scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import type { LinkedBusiness } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { textOf } from '#shared/record/field.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

/** Module code of opportunities (R3.13). */
const businessCode = 5;

/** The type of opportunities, once its module registers it. */
const businessType = (): RecordType | undefined => recordModules().find(({ type }) => type.code === businessCode)?.type;

/**
 * The linked opportunities in the actor's reach, newest first; without a slice, at most the limit of a bare array.
 * @throws AppError `access.record` when the contact itself is out of reach
 */
export async function businessOf(
  db: Database,
  actor: Actor,
  contactsId: number,
  slice: Slice | null,
): Promise<{ readonly rows: LinkedBusiness[]; readonly total: number }> {
  const { limit, offset } = slice ?? bareArray;
  await readRow(db, actor, contactsType, contactsId);
  const type = businessType();
  if (!type || !actor.mayDo(permissionOf(type, 'index'))) return { rows: [], total: 0 };
  const id = sql.ref(`r.${type.idColumn}`);
  const from = sql`from ${visible(type, scoped(actor, type))} where exists (
    select from contacts_business l where l.contacts_id = ${contactsId} and l.business_id = ${id})`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} ${from} order by r.update_time desc, ${id} desc
    limit ${limit} offset ${offset}`.execute(db);
  const fields = await fieldsOf(db, actor, type);
  const names = await directoryOf(db, actor.rights.version);
  return {
    rows: rows.map(rowWriter(type, fields, names)).map((row) => linkedRow(type, row)),
    total: counted[0]?.n ?? 0,
  };
}

const linkedRow = (type: RecordType, row: Record<string, unknown>): LinkedBusiness => ({
  businessId: Number(row[type.idKey]),
  businessName: textOf(row['name']) ?? '',
  money: textOf(row['money']) ?? '',
  customerName: textOf(row['customerName']) ?? '',
  typeName: textOf(row['typeName']) ?? '',
  statusName: textOf(row['statusName']) ?? '',
});

/** Adds links; existing ones stay. @throws AppError `access.record`, `access.denied` */
export async function linkBusiness(
  db: Database,
  actor: Actor,
  contactsId: number,
  businessIds: readonly number[],
): Promise<void> {
  await requireBothEnds(db, actor, contactsId, businessIds);
  await sql`
    insert into contacts_business (contacts_id, business_id, create_user_id)
    select ${contactsId}, wanted.id, ${actor.userId} from unnest(${[...new Set(businessIds)]}::bigint[]) as wanted(id)
    where not exists (
      select from contacts_business l where l.contacts_id = ${contactsId} and l.business_id = wanted.id)`.execute(db);
}

/** Removes links; missing links are no error. @throws AppError `access.record`, `access.denied` */
export async function unlinkBusiness(
  db: Database,
  actor: Actor,
  contactsId: number,
  businessIds: readonly number[],
): Promise<void> {
  await requireBothEnds(db, actor, contactsId, businessIds);
  await db
    .deleteFrom('contacts_business')
    .where('contacts_id', '=', contactsId)
    .where('business_id', 'in', [...businessIds])
    .execute();
}

/**
 * A link changes both records, so the actor must be allowed to edit either (security A10). The contact stays locked, so
 * that concurrent calls add up.
 */
async function requireBothEnds(
  db: Database,
  actor: Actor,
  contactsId: number,
  businessIds: readonly number[],
): Promise<void> {
  await lockRecords(db, actor, contactsType, [contactsId], { reach: scoped(actor, contactsType, 'write').where });
  const type = businessType();
  if (!type) throw new AppError('access.record');
  if (!actor.mayDo(permissionOf(type, 'update'))) throw new AppError('access.denied');
  await requireAll(db, type, businessIds, scoped(actor, type, 'write'));
}
