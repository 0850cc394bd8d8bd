import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import '#server/record/tables.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Services } from '#server/platform/services.ts';
import { hashPassword, randomPassword } from '#server/platform/session/passwords.ts';
import { customKey } from '#server/record/columns.ts';
import { readFields } from '#server/record/field-set.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { demoCustomers, personName } from '#server/demo/customers.ts';
import { departments, followUpTexts } from '#server/demo/names.ts';
import { openRandom, type Random } from '#server/demo/random.ts';

const customers = 2000;
const followUpShare = 0.6;

export interface DemoLogin {
  readonly username: string;
  readonly password: string;
  readonly note: string;
}

/** A believable company for a first look: 30 people, 2,000 customers, their follow-ups; the same each time but for the passwords. */
export async function loadDemo(services: Pick<Services, 'pool'>, adminPassword?: string): Promise<DemoLogin[]> {
  const { db } = services.pool;
  const random = openRandom(20260101);
  const admin = await createFirstAdmin(db, { password: adminPassword });
  if (!admin) return [];
  const password = randomPassword();
  const hash = await hashPassword(password);
  return inTransaction(db, async (trx) => {
    const depts = await makeDepartments(trx);
    const sellers = await hire(trx, random, depts, hash);
    await fill(trx, random, sellers);
    await organisationChanged(trx);
    return [
      { username: 'admin', password: admin.password, note: '超级管理员 · administrator' },
      { username: '13900000001', password, note: '销售经理 · sales manager' },
      { username: '13900000004', password, note: '销售员 · salesperson' },
    ];
  });
}

async function makeDepartments(db: Database): Promise<Map<string, number>> {
  const ids = new Map<string, number>([['办公室', 1]]);
  for (const [num, { name, parent }] of departments.entries()) {
    const row = await db
      .insertInto('department')
      .values({ name, pid: ids.get(parent) ?? 1, num: num + 1, remark: '' })
      .returning('dept_id')
      .executeTakeFirstOrThrow();
    ids.set(name, row.dept_id);
  }
  return ids;
}

interface Job {
  readonly dept: string;
  readonly post: string;
  readonly role: number;
  readonly superior: number | null;
}

const regions = ['华北销售部', '华东销售部', '华南销售部'] as const;
/** The staff in order: three managers, their salespeople, then the others. */
const jobs: readonly Job[] = [
  ...regions.map((dept): Job => ({ dept, post: '销售经理', role: 8, superior: null })),
  ...Array.from({ length: 18 }, (_, index): Job => ({
    dept: regions[index % 3] ?? '华北销售部',
    post: '销售代表',
    role: 11,
    superior: index % 3,
  })),
  { dept: '总经办', post: '总经理', role: 8, superior: null },
  { dept: '市场部', post: '市场经理', role: 9, superior: null },
  { dept: '市场部', post: '市场专员', role: 9, superior: null },
  { dept: '财务部', post: '财务主管', role: 10, superior: null },
  { dept: '财务部', post: '会计', role: 10, superior: null },
  { dept: '人力资源部', post: '人事经理', role: 3, superior: null },
  { dept: '客户服务部', post: '客服主管', role: 9, superior: null },
  { dept: '客户服务部', post: '客服专员', role: 9, superior: null },
];

/** Hires everybody and answers the ids of those who own customers. */
async function hire(db: Database, random: Random, depts: ReadonlyMap<string, number>, hash: string): Promise<number[]> {
  const ids: number[] = [];
  const names = new Set<string>();
  for (const [index, job] of jobs.entries()) {
    let realname = personName(random);
    while (names.has(realname)) realname = personName(random);
    names.add(realname);
    const username = `139${String(index + 1).padStart(8, '0')}`;
    const row = await db
      .insertInto('app_user')
      .values({
        username,
        mobile: username,
        realname,
        password_hash: hash,
        num: `JY${String(1001 + index)}`,
        email: `user${index + 1}@example.com`,
        sex: 1 + random.below(2),
        dept_id: depts.get(job.dept) ?? 1,
        post: job.post,
        status: 1,
        parent_id: job.superior === null ? 3 : (ids[job.superior] ?? 3),
      })
      .returning('user_id')
      .executeTakeFirstOrThrow();
    ids.push(row.user_id);
    await db.insertInto('user_role').values({ user_id: row.user_id, role_id: job.role }).execute();
  }
  return ids.filter((_, index) => [8, 11].includes(jobs[index]?.role ?? 0));
}

/** Customers with skewed ownership, each with its creation in the log and most with follow-ups. */
async function fill(db: Database, random: Random, owners: readonly number[]): Promise<void> {
  const fields = await readFields(db, customerType.code);
  const keys = new Map(
    fields.all.filter((field) => field.fieldType === 0).map((field) => [field.name, customKey(field)]),
  );
  const rows = demoCustomers(random, customers).map((customer, index) => {
    const owner = owners[Math.floor(random.next() ** 1.6 * owners.length)] ?? owners[0] ?? 3;
    const custom = Object.fromEntries(
      Object.entries(customer.custom).flatMap(([name, value]) => (keys.has(name) ? [[keys.get(name), value]] : [])),
    );
    const hasFollowUp = random.next() < followUpShare;
    const next = random.next() < 0.35 ? random.below(20) - 6 : null;
    return {
      ...customer.fixed,
      custom,
      batch_id: `demo-customer-${String(index).padStart(6, '0')}`,
      owner_user_id: owner,
      create_user_id: owner,
      created: customer.createdDaysAgo * 1440 + random.below(1440),
      touched: customer.touchedDaysAgo * 1440 + random.below(600),
      next,
      followup: hasFollowUp ? 1 : 0,
      deal_status: random.next() < 0.18 ? 1 : 0,
      text: hasFollowUp ? random.pick(followUpTexts) : null,
    };
  });
  await sql`
    insert into customer (customer_name, mobile, telephone, website, remark, receipt_title, receipt_identifier, map_address, custom, batch_id,
      owner_user_id, create_user_id, followup, deal_status, create_time, update_time, next_time, last_time, last_content)
    select r.customer_name, r.mobile, r.telephone, r.website, r.remark, r.receipt_title, r.receipt_identifier, r.map_address, r.custom, r.batch_id,
      r.owner_user_id, r.create_user_id, r.followup, r.deal_status, now() - make_interval(mins => r.created), now() - make_interval(mins => least(r.touched, r.created)),
      case when r.next is null then null else date_trunc('day', now()) + make_interval(days => r.next, hours => 10) end,
      case when r.text is null then null else now() - make_interval(mins => least(r.touched, r.created)) end, r.text
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(customer_name text, mobile text, telephone text, website text, remark text,
      receipt_title text, receipt_identifier text, map_address jsonb, custom jsonb, batch_id text, owner_user_id int, create_user_id int,
      followup int, deal_status int, created int, touched int, next int, text text)`.execute(db);
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, ${customerType.code}, customer_id from customer`.execute(db);
  await sql`
    insert into event (type, type_code, record_id, version, actor_id, created_at)
    select 'crm_customer.created', ${customerType.code}, customer_id, 1, create_user_id, create_time from customer order by create_time`.execute(
    db,
  );
  await sql`
    insert into follow_up (type_code, types_id, content, category, next_time, batch_id, create_user_id, create_time)
    select ${customerType.code}, customer_id, last_content, (array['打电话', '发短信', '上门拜访'])[1 + customer_id % 3], next_time,
      'demo-follow-up-' || customer_id, owner_user_id, last_time from customer where last_content is not null order by last_time`.execute(
    db,
  );
  await sql`
    insert into file_batch (batch_id, create_user_id, type_code, record_id)
    select batch_id, create_user_id, type_code, types_id from follow_up`.execute(db);
}
