import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customerType } from '#shared/crm/customer-type.ts';

/**
 * What a salesperson once handed over to a colleague, too long ago to be taken back, and a program that reads customers for a
 * manager; nobody knows its token.
 */
export async function fillHandOver(db: Database, [manager, from, to]: readonly number[]): Promise<void> {
  if (manager === undefined || from === undefined || to === undefined) return;
  await sql`
    with made as (
      insert into hand_over (from_user_id, user_id, state, create_time, finish_time)
      values (${from}, 3, 'done', now() - interval '45 days', now() - interval '45 days' + interval '2 seconds')
      returning hand_over_id)
    insert into hand_over_item (hand_over_id, part, place, holding, item, to_user_id, state)
    select hand_over_id, 1, row_number() over (order by customer_id), ${customerType.name}, customer_id, ${to}, 'done'
    from made cross join (
      select customer_id from customer where owner_user_id = ${to} and deleted_at is null order by customer_id limit 24) c`.execute(
    db,
  );
  await sql`
    with login as (
      insert into session_login (user_id, client, refreshed, created_at, last_used_at)
      values (${manager}, 3, true, now() - interval '20 days', now() - interval '2 hours') returning login_id)
    insert into program_token (login_id, name, made_by, is_company, abilities, expires_at, used_at, used_from)
    select login_id, '销售看板', 3, 1, '{crm:customer:index,crm:customer:read,crm:contract:index}', now() + interval '160 days',
      now() - interval '2 hours', '192.168.1.60' from login`.execute(db);
}
