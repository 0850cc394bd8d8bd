import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { copyFiles, type BatchCopy } from '#server/platform/files/copy-files.ts';
import type { FileStore } from '#server/platform/files/file-store.ts';
import { countAsFollowedUp, forgetFollowUps } from '#server/record/follow-ups/write.ts';
import type { StoredRow } from '#server/record/rows/row.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

/** A lead and the customer created from it. */
interface Converted {
  readonly lead: StoredRow;
  readonly customerId: number;
  /** Batches of the lead, its own first, with the customer batches that receive copies. */
  readonly batches: readonly BatchCopy[];
}

/**
 * Copies what belongs to leads to their customers: attachments, follow-ups and the files of both (R15.4); history is
 * read from the lead itself (`history.ts`). The customers are new and their own batches exist. With `hidesNextTime` the
 * follow-ups lose their next contact.
 */
export async function carryOver(
  store: { readonly files: FileStore; readonly folder: string },
  db: Database,
  actor: Actor,
  converted: readonly Converted[],
  hidesNextTime: boolean,
): Promise<void> {
  await attachFieldBatches(db, actor, converted);
  const followUps = await copyFollowUps(db, converted, hidesNextTime);
  await copyFiles(store, db, actor, [...converted.flatMap(({ batches }) => batches), ...followUps]);
  const followed = converted.filter(({ lead }) => lead['followup'] === 1).map(({ customerId }) => customerId);
  await countAsFollowedUp(db, customerType, followed);
}

/** Batches of file fields follow the customer as its own batch does (security A5). */
async function attachFieldBatches(db: Database, actor: Actor, converted: readonly Converted[]): Promise<void> {
  const batches = converted.flatMap(({ customerId, batches: [, ...ofFields] }) =>
    ofFields.map(({ to }) => ({ batch_id: to, record_id: customerId })),
  );
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select b.batch_id, ${actor.userId}, ${customerType.code}, b.record_id
    from jsonb_to_recordset(${JSON.stringify(batches)}::jsonb) as b(batch_id text, record_id bigint)`.execute(db);
}

/** The customers show the latest follow-ups as the leads did. Returns whose files are copied too. */
async function copyFollowUps(
  db: Database,
  converted: readonly Converted[],
  hidesNextTime: boolean,
): Promise<BatchCopy[]> {
  const customerOf = new Map(converted.map(({ lead, customerId }) => [Number(lead['leads_id']), customerId]));
  const { rows } = await sql<{ record_id: number; types_id: number; batch_id: string }>`
    select record_id, types_id, batch_id from follow_up
    where type_code = ${leadsType.code} and types_id = any(${[...customerOf.keys()]}::bigint[]) and deleted_at is null
    order by record_id`.execute(db);
  const copies = rows.map((row) => ({
    record_id: row.record_id,
    from: row.batch_id,
    to: randomUUID(),
    customer_id: customerOf.get(row.types_id) ?? 0,
  }));
  await sql`
    with given as (
      select c.* from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as c(record_id bigint, "to" text, customer_id bigint)
    ), copied as (
      insert into follow_up (type_code, types_id, content, category, next_time, is_event, batch_id, create_user_id, create_time)
      select ${customerType.code}, g.customer_id, f.content, f.category,
        case when not ${hidesNextTime} then f.next_time end, case when not ${hidesNextTime} then f.is_event else 0 end,
        g."to", f.create_user_id, f.create_time
      from given g join follow_up f using (record_id) order by f.record_id
      returning record_id, batch_id, create_user_id, types_id
    ), linked as (
      insert into follow_up_link (follow_up_id, type_code, record_id)
      select c.record_id, l.type_code, l.record_id from given g join copied c on c.batch_id = g."to"
      join follow_up_link l on l.follow_up_id = g.record_id order by l.link_id
    ), named as (
      -- already notified of the first
      insert into mention (follow_up_id, user_id, read_time)
      select c.record_id, m.user_id, now() from given g join copied c on c.batch_id = g."to"
      join mention m on m.follow_up_id = g.record_id order by m.mention_id
    )
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${customerType.code}, types_id from copied`.execute(db);
  await forgetFollowUps(db, customerType, [...new Set(copies.map((copy) => copy.customer_id))]);
  return copies;
}
