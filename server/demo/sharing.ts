import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
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
