import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { sources } from '#shared/crm/options.ts';
import { demoCustomers, type DemoCustomer } from '#server/demo/customers.ts';
import { demoFollowUps, writeFollowUps, type DemoFollowUp } from '#server/demo/follow-ups.ts';
import type { Random } from '#server/demo/random.ts';

const open = 340;
const dayMinutes = 1440;
const newestDays = 160;
const followedShare = 0.55;
const remarks = ['展会交换的名片', '官网留言', '朋友介绍，尚未联系', '询价后没有回音', '下半年有采购计划'];

/** Leads of the salespeople: most are open, some of them overdue or due today; others have become customers. */
export async function fillLeads(db: Database, random: Random, owners: readonly number[]): Promise<void> {
  const fields = await readFields(db, leadsType.code);
  const keyOf = (name: string): string => {
    const field = fields.byName.get(name);
    return field ? customKey(field) : name;
  };
  const followUps: DemoFollowUp[] = [];
  const rows = (await newCompanies(db, random)).map((company, index) => {
    const batchId = `demo-lead-${String(index).padStart(6, '0')}`;
    const created = 30 + random.below(newestDays * dayMinutes);
    const own = demoFollowUps(random, batchId, followedShare, created, random.below(created));
    followUps.push(...own);
    return {
      ...detailsOf(random, company),
      batch_id: batchId,
      owner: owners[Math.floor(random.next() ** 1.4 * owners.length)] ?? owners[0] ?? 3,
      created,
      followup: own.length > 0 ? 1 : 0,
      next: random.next() < (own.length > 0 ? 0.6 : 0.2) ? random.below(16) - 4 : null,
      custom: {
        [keyOf('线索来源')]: random.pick(sources.filter((source) => source !== '陌拜')),
        [keyOf('客户行业')]: company.custom['客户行业'],
        ...(random.next() < 0.7 ? { [keyOf('客户级别')]: company.custom['客户级别'] } : {}),
      },
    };
  });
  await sql`
    insert into leads (leads_name, mobile, telephone, address, remark, custom, batch_id, owner_user_id, create_user_id, followup,
      create_time, update_time, next_time)
    select r.name, r.mobile, r.telephone, r.address, r.remark, r.custom, r.batch_id, r.owner, r.owner, r.followup,
      now() - make_interval(mins => r.created), now() - make_interval(mins => r.created),
      date_trunc('day', now()) + make_interval(days => r.next, hours => 15)
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(name text, mobile text, telephone text, address text, remark text,
      custom jsonb, batch_id text, owner int, followup int, created int, next int)`.execute(db);
  await addConverted(db, keyOf('线索来源'));
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_leads.created', ${leadsType.code}, leads_id, 1, create_user_id, create_time from leads
    where batch_id like 'demo-lead-%' order by create_time, leads_id`.execute(db);
  await writeFollowUps(db, leadsType, followUps);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at, details)
    select 'crm_leads.converted', ${leadsType.code}, leads_id, 2, create_user_id, update_time, jsonb_build_object('title', leads_name)
    from leads where batch_id like 'demo-lead-converted-%' order by leads_id`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${leadsType.code}, leads_id from leads where batch_id like 'demo-lead-%'`.execute(
    db,
  );
}

/** Companies that are no customers yet. */
async function newCompanies(db: Database, random: Random): Promise<DemoCustomer[]> {
  const { rows } = await sql<{ name: string }>`
    select customer_name as name from customer where batch_id like 'demo-%'`.execute(db);
  const customers = new Set(rows.map((row) => row.name));
  const companies = demoCustomers(random, open + open / 4);
  return companies.filter(({ fixed }) => !customers.has(String(fixed['customer_name']))).slice(0, open);
}

function detailsOf(random: Random, { fixed }: DemoCustomer) {
  const { address, detailAddress } = fixed['map_address'] as Record<string, string>;
  return {
    name: fixed['customer_name'],
    mobile: fixed['mobile'],
    telephone: fixed['telephone'],
    address: random.next() < 0.6 ? `${[...new Set(address?.split(','))].join('')}${detailAddress}` : null,
    remark: random.next() < 0.3 ? random.pick(remarks) : null,
  };
}

/** One of 33 customers with an owner has been a lead before. */
async function addConverted(db: Database, sourceKey: string): Promise<void> {
  await sql`
    insert into leads (leads_name, mobile, telephone, custom, batch_id, owner_user_id, create_user_id, followup, is_transform,
      customer_id, version, create_time, update_time)
    select c.customer_name, c.mobile, c.telephone, jsonb_build_object(${sourceKey}::text, '线上注册'),
      replace(c.batch_id, 'demo-customer-', 'demo-lead-converted-'), c.owner_user_id, c.create_user_id, 0, 1, c.customer_id, 2,
      c.create_time - interval '9 days', c.create_time
    from customer c where c.batch_id like 'demo-customer-%' and c.owner_user_id is not null and right(c.batch_id, 6)::int % 33 = 7
    order by c.customer_id`.execute(db);
}
