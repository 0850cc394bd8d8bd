import { sql, type Kysely } from 'kysely';
import pg from 'pg';
import '#server/platform/access/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { Tables } from '#server/platform/database/tables.ts';

const users = 1000;
const departments = 40;

/** 1,000 people in 40 departments; 200 of them in department 2, whose manager and superior is user 1000. */
export async function seedStaff(db: Kysely<Tables>): Promise<void> {
  await sql`insert into department (dept_id, name, pid) select i, '部门' || i, 1 from generate_series(2, ${departments + 1}::int) as i`.execute(
    db,
  );
  await sql`
    insert into app_user (user_id, username, password_hash, realname, dept_id, status)
    select 1000 + i, (13000000000 + i)::text, '', '员工' || i, case when i < 200 then 2 else 3 + i % ${departments - 2}::int end, 1
    from generate_series(0, ${users - 1}::int) as i`.execute(db);
  await sql`insert into user_role (user_id, role_id) select user_id, case when user_id = 1000 then 8 else 11 end from app_user where user_id >= 1000`.execute(
    db,
  );
  await sql`update app_user set parent_id = 1000 where user_id > 1000 and dept_id = 2`.execute(db);
  await db.updateTable('role').set({ data_type: 3 }).where('role_id', '=', 8).execute();
  // salespeople of a company that works from its pool
  const menus = menuIdsBelow(
    'crm:pool:',
    'crm:customer:putinpool',
    'crm:customer:duplicateCheck',
    'crm:leads:clueDuplicateCheck',
  );
  await sql`
    insert into role_menu (role_id, menu_id) select 11, menu from unnest(${menus}::int[]) as menu
    on conflict do nothing`.execute(db);
  await organisationChanged(db);
}

/**
 * Customers `from` to `to`. Realistic company names: place, a word of two characters out of 2,756, trade; '云图' is one
 * of these words, '科技' is in every eighth name. A few people own much, every tenth customer is in the pool. `ownerUrl`
 * is the owner's address: what slows a load of a million down is dropped before and recreated after it.
 */
export const seedCustomers = (ownerUrl: string, from: number, to: number): Promise<void> =>
  fill(ownerUrl, 'customer', insertions.customer, from, to);

/**
 * Related records of the customers `from` to `to`: as many contacts, three leads to ten of them, three follow-ups each
 * (security L1-L7).
 */
export async function seedPeople(ownerUrl: string, from: number, to: number): Promise<void> {
  await fill(ownerUrl, 'contacts', insertions.contacts, from, to);
  await fill(ownerUrl, 'leads', insertions.leads, from * 0.3, to * 0.3);
  await fill(ownerUrl, 'follow_up', insertions.follow_up, from * 3, to * 3);
}

/**
 * Writes the numbers from `from` up to but excluding `to` without the indexes that slow it down, which are recreated
 * afterwards.
 */
export async function fill(
  ownerUrl: string,
  table: string,
  insertion: string,
  from: number,
  to: number,
  /** Triggers whose work is done by the way that the rows are written. */
  without: readonly string[] = [],
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    for (const trigger of without) await client.query(`alter table ${table} disable trigger ${trigger}`);
    const indexes = await client.query<{ indexname: string; indexdef: string }>(
      `select indexname, indexdef from pg_indexes
       where tablename = $1 and indexdef not like 'CREATE UNIQUE%' order by indexname`,
      [table],
    );
    for (const { indexname } of indexes.rows) await client.query(`drop index ${client.escapeIdentifier(indexname)}`);
    const step = 50_000;
    for (let start = from; start < to; start += step) {
      const last = Math.min(start + step, to) - 1;
      await client.query(insertion, insertion.includes('$3') ? [start, last, users] : [start, last]);
    }
    for (const trigger of without) await client.query(`alter table ${table} enable trigger ${trigger}`);
    await client.query(`set maintenance_work_mem = '512MB'`);
    for (const { indexdef } of indexes.rows) await client.query(indexdef);
    await client.query(`vacuum analyze ${client.escapeIdentifier(table)}`);
    await client.query('vacuum analyze record_count');
  } finally {
    await client.end();
  }
}

const first =
  '云恒瑞天华博锦鼎中凯新东金海弘正安盛嘉宏永泰信德诚同和源兴隆昌顺达通利丰康宁平远佳美伟业创智慧联合众诺景';
const surnames = '王李张刘陈杨赵黄周吴徐孙胡朱高林何郭马罗';
const second =
  '图信丰成宇远程盛联达锐方石纳毅泰康源华兴通泽润峰杰辉鸿翔腾飞龙虎鹏凤林森木水江河湖洋山川岳星辰光明阳月春秋';
export const owner = `1000 + floor(power(((i * 16807::bigint) % 100003)::float / 100003, 2) * $3::int)::int`;
const mobile = `'13' || lpad(((i * 48271::bigint) % 1000000000)::text, 9, '0')`;
const telephone = `'0571-' || lpad(((i * 69621::bigint) % 100000000)::text, 8, '0')`;
export const times = `now() - make_interval(mins => (i % 900000)::int), now() - make_interval(secs => ((i * 3571::bigint) % 40000000)::float)`;
const company = `(array['北京','上海','广州','深圳','杭州','南京','成都','武汉','西安','苏州'])[1 + i % 10]
      || substr('${first}', 1 + ((i / 10) * 7 % ${first.length})::int, 1) || substr('${second}', 1 + ((i / 10) * 11 % ${second.length})::int, 1)
      || (array['科技','贸易','软件','物流','机械','电子','传媒','生物'])[1 + (i / 150) % 8]
      || (array['有限公司','股份有限公司','集团有限公司'])[1 + i % 3] || '第' || i || '号'`;

/** Each takes the first and the last number and how many people there are; every number makes one row. */
const insertions = {
  customer: `
    insert into customer (customer_name, mobile, telephone, batch_id, owner_user_id, create_user_id, create_time, update_time, custom)
    select ${company}, ${mobile}, ${telephone}, 'bench-' || lpad(i::text, 10, '0'),
      case when i % 10 <> 7 then ${owner} end, 3, ${times}, '{}'
    from generate_series($1::int, $2::int) as i`,
  contacts: `
    insert into contacts (name, customer_id, mobile, telephone, batch_id, owner_user_id, create_user_id, create_time, update_time, custom)
    select substr('${surnames}', 1 + (i * 7 % ${surnames.length})::int, 1) || substr('${second}', 1 + (i / 3 * 11 % ${second.length})::int, 1)
        || substr('${first}', 1 + (i / 7 * 5 % ${first.length})::int, 1),
      (select customer_id from customer where batch_id = 'bench-' || lpad(i::text, 10, '0')), ${mobile}, ${telephone},
      'bench-c' || lpad(i::text, 10, '0'), ${owner}, 3, ${times}, '{}'
    from generate_series($1::int, $2::int) as i`,
  leads: `
    insert into leads (leads_name, mobile, telephone, batch_id, owner_user_id, create_user_id, create_time, update_time, custom, is_transform, next_time)
    select ${company}, ${mobile}, ${telephone}, 'bench-l' || lpad(i::text, 10, '0'), ${owner}, 3, ${times}, '{}',
      case when i % 5 = 0 then 1 else 0 end, case when i % 4 = 1 then now() + make_interval(hours => (i % 2000)::int - 1000) end
    from generate_series($1::int, $2::int) as i`,
  follow_up: `
    insert into follow_up (type_code, types_id, content, category, batch_id, create_user_id, create_time)
    select 2, c.customer_id, '第' || i || '次联系，' || (array['客户有意向','约下周再谈','已发资料','暂无需求'])[1 + i % 4],
      (array['打电话','发短信','上门拜访'])[1 + i % 3], 'bench-f' || lpad(i::text, 10, '0'), ${owner},
      now() - make_interval(mins => (i % 900000)::int)
    from generate_series($1::int, $2::int) as i
    join customer c on c.batch_id = 'bench-' || lpad((i / 3)::text, 10, '0')`,
} as const;
