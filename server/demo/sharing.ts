import '#server/modules/crm/customers/pool/tables.ts';
import { sql } from 'kysely';
import '#server/messages/tables.ts';
import '#server/record/tables.ts';
import { generalMessages } from '#server/messages/general-types.ts';
import { messageType, registerMessages } from '#server/messages/message-type.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customerMessages } from '#server/modules/crm/customers/messages.ts';
import { customerType } from '#shared/crm/customer-type.ts';

const demo = sql`batch_id like 'demo-customer-%' and deal_status = 0`;
/** Place of a customer in the demo, the same each time. */
const place = sql`right(batch_id, 6)::int`;

/** Some customers are in the pool, some are locked, and some are worked on by a team. */
export async function shareCustomers(db: Database, owners: readonly number[]): Promise<void> {
  await sql`
    with put as (
      update customer set owner_user_id = null, version = version + 1,
        pool_time = greatest(now() - make_interval(hours => 3 * (${place} / 17)), last_time)
      where ${demo} and ${place} % 17 = 5 returning customer_id, create_user_id, pool_time
    )
    insert into event (type, type_code, record_id, version, actor_id, created_at, details)
    select 'crm_customer.put_in_pool', ${customerType.code}, customer_id, 2, create_user_id, pool_time, '{}' from put`.execute(
    db,
  );
  await sql`update customer set is_lock = 1 where ${demo} and ${place} % 40 = 3 and owner_user_id is not null`.execute(
    db,
  );
  await sql`
    insert into record_team (type_code, record_id, user_id, power)
    select ${customerType.code}, customer_id, colleague, 1 + ${place} % 2
    from (select customer_id, owner_user_id, batch_id, (${[...owners]}::int[])[1 + ${place} % ${owners.length}::int] as colleague
      from customer where ${demo} and ${place} % 9 = 4 and owner_user_id is not null) as shared
    where colleague <> owner_user_id`.execute(db);
}

/** What colleagues write to each other about a customer. */
const said = [
  '报价单已发给客户，价格部分请帮忙再核对一下。',
  '客户问下周能否安排上门演示，您看周三是否方便？',
  '合同条款客户法务有两处修改意见，麻烦看看能不能接受。',
  '这家之前是您跟的，采购负责人换成了谁？',
  '客户希望分两期付款，这个折扣需要您定一下。',
  '样品已寄出，请留意客户的反馈。',
];

/** Messages of the last two weeks: who joined which team, and who was asked about a customer; most of them read. */
export async function sendMessagesOfDemo(db: Database): Promise<void> {
  registerMessages([...generalMessages, ...customerMessages]);
  const added = messageType('team.added', customerType);
  const mentioned = messageType('follow_up.mentioned', customerType);
  await sql`
    insert into message (user_id, type, label, type_code, record_id, caused_by, details, event_key, created_at, read_at)
    select user_id, type, label, ${customerType.code}, customer_id, owner_user_id, details, 'demo/' || kind || '/' || customer_id,
      sent_at, case when sent_at < now() - interval '2 days' then sent_at + interval '40 minutes' end
    from (
      select t.user_id, ${added.number}::smallint as type, ${added.label}::smallint as label, c.customer_id, c.owner_user_id,
        '{}'::jsonb as details, 'team' as kind, now() - make_interval(mins => 37 * row_number() over (order by c.batch_id)::int) as sent_at
      from record_team t join customer c on c.customer_id = t.record_id
      where t.type_code = ${customerType.code} and c.batch_id like 'demo-%'
      union all
      select u.parent_id, ${mentioned.number}::smallint, ${mentioned.label}::smallint, c.customer_id, c.owner_user_id,
        jsonb_build_object('remarks', (${[...said]}::text[])[1 + right(c.batch_id, 6)::int / 31 % ${said.length}::int]), 'mention',
        now() - make_interval(mins => 53 * row_number() over (order by c.batch_id)::int)
      from customer c join app_user u on u.user_id = c.owner_user_id
      where c.batch_id like 'demo-customer-%' and right(c.batch_id, 6)::int % 31 = 7 and u.parent_id > 0
    ) as told
    where user_id <> owner_user_id
    order by sent_at`.execute(db);
}

const sales = ['华北销售部', '华东销售部', '华南销售部'];
const rules = [
  { type: 1, most: 500, depts: sales },
  { type: 1, most: 50, depts: ['市场部', '客户服务部'] },
  { type: 2, most: 100, depts: sales },
];

/** How many customers people own and lock at most, far from what they have. */
export async function limitCustomers(db: Database, depts: ReadonlyMap<string, number>): Promise<void> {
  for (const rule of rules) {
    const { setting_id } = await db
      .insertInto('customer_limit')
      .values({ type: rule.type, customer_num: rule.most, customer_deal: 0 })
      .returning('setting_id')
      .executeTakeFirstOrThrow();
    const ids = rule.depts.flatMap((name) => depts.get(name) ?? []);
    await db
      .insertInto('customer_limit_dept')
      .values(ids.map((dept_id) => ({ type: rule.type, dept_id, setting_id })))
      .execute();
  }
}
