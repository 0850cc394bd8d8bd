import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { demoCustomers } from '#server/demo/customers.ts';
import { demoFollowUps, writeFollowUps, type DemoFollowUp } from '#server/demo/follow-ups.ts';
import type { Random } from '#server/demo/random.ts';

const customers = 2000;
const followUpShare = 0.6;
const dayMinutes = 1440;

/** Customers with skewed ownership, each with its creation in the log, most with follow-ups. */
export async function fillCustomers(db: Database, random: Random, owners: readonly number[]): Promise<void> {
  const fields = await readFields(db, customerType.code);
  const keys = new Map(
    fields.all.filter((field) => field.fieldType === 0).map((field) => [field.name, customKey(field)]),
  );
  const followUps: DemoFollowUp[] = [];
  const rows = demoCustomers(random, customers).map((customer, index) => {
    const owner = owners[Math.floor(random.next() ** 1.6 * owners.length)] ?? owners[0] ?? 3;
    const custom = Object.fromEntries(
      Object.entries(customer.custom).flatMap(([name, value]) => (keys.has(name) ? [[keys.get(name), value]] : [])),
    );
    const created = customer.createdDaysAgo * dayMinutes + random.below(dayMinutes);
    const touched = Math.min(created, customer.touchedDaysAgo * dayMinutes + random.below(600));
    const batchId = `demo-customer-${String(index).padStart(6, '0')}`;
    const own = demoFollowUps(random, batchId, followUpShare, created, touched);
    followUps.push(...own);
    return {
      ...customer.fixed,
      custom,
      batch_id: batchId,
      owner_user_id: owner,
      create_user_id: owner,
      created,
      touched,
      next: random.next() < 0.35 ? random.below(20) - 6 : null,
      followup: own.length > 0 ? 1 : 0,
      deal_status: random.next() < 0.18 ? 1 : 0,
    };
  });
  await sql`
    insert into customer (customer_name, mobile, telephone, website, remark, receipt_title, receipt_identifier, map_address, custom, batch_id,
      owner_user_id, create_user_id, followup, deal_status, create_time, update_time, next_time)
    select r.customer_name, r.mobile, r.telephone, r.website, r.remark, r.receipt_title, r.receipt_identifier, r.map_address, r.custom, r.batch_id,
      r.owner_user_id, r.create_user_id, r.followup, r.deal_status, now() - make_interval(mins => r.created), now() - make_interval(mins => r.touched),
      case when r.next is null then null else date_trunc('day', now()) + make_interval(days => r.next, hours => 10) end
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(customer_name text, mobile text, telephone text, website text, remark text,
      receipt_title text, receipt_identifier text, map_address jsonb, custom jsonb, batch_id text, owner_user_id int, create_user_id int,
      followup int, deal_status int, created int, touched int, next int)`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_customer.created', ${customerType.code}, customer_id, 1, create_user_id, create_time from customer
    where batch_id like 'demo-customer-%' order by create_time, customer_id`.execute(db);
  await writeFollowUps(db, customerType, followUps);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${customerType.code}, customer_id from customer where batch_id like 'demo-customer-%'`.execute(
    db,
  );
}
