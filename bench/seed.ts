import { sql, type Kysely } from 'kysely';
import '#server/platform/access/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Tables } from '#server/platform/database/tables.ts';

const users = 1000;
const departments = 40;

/** 1,000 people in 40 departments; 200 of them in department 2, whose manager is user 1000. */
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
  await db.updateTable('role').set({ data_type: 3 }).where('role_id', '=', 8).execute();
  await organisationChanged(db);
}

/** Customers `from` to `to` with Chinese names and skewed ownership: a few people own much. */
export async function seedCustomers(db: Kysely<Tables>, from: number, to: number): Promise<void> {
  const step = 20_000;
  for (let start = from; start < to; start += step) {
    await sql`
      insert into customer (customer_name, mobile, telephone, batch_id, owner_user_id, create_user_id, create_time, update_time, custom)
      select (array['北京','上海','广州','深圳','杭州','南京','成都','武汉','西安','苏州'])[1 + i % 10]
          || (array['云图','恒信','瑞丰','天成','华宇','博远','锦程','鼎盛','中联','凯达','新锐','东方','金石','海纳','弘毅'])[1 + (i / 10) % 15]
          || chr(19968 + (i % 8000) * 7919 % 8000) || chr(19968 + (i / 8000) % 8000)
          || (array['科技','贸易','软件','物流','机械','电子','传媒','生物'])[1 + (i / 150) % 8] || '有限公司' || i,
        '13' || lpad(((i * 48271::bigint) % 1000000000)::text, 9, '0'), '0571-' || lpad(((i * 69621::bigint) % 100000000)::text, 8, '0'),
        'bench-' || lpad(i::text, 10, '0'), 1000 + floor(power(((i * 16807::bigint) % 100003)::float / 100003, 2) * ${users})::int, 3,
        now() - make_interval(mins => (i % 900000)::int), now() - make_interval(secs => ((i * 3571::bigint) % 40000000)::float), '{}'
      from generate_series(${start}::int, ${Math.min(start + step, to) - 1}::int) as i`.execute(db);
  }
  await sql`vacuum analyze customer`.execute(db);
}
