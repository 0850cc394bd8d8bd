import { sql } from 'kysely';
import { today } from '#server/modules/crm/owner-source/bindings.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { joinNew } from '#server/record/ownership/team.ts';
import type { WrittenRecord } from '#server/record/registry.ts';
import { customerSourceField, customerType } from '#shared/crm/customer-type.ts';

/**
 * Customers that agents have just got, in whichever way: the advisers bound today get into their teams. The binding for the
 * source of a customer goes before the one for all sources. Disabled people, and who has become what the binding does not
 * want, are passed over.
 */
export async function joinAdvisers(db: Database, actor: Actor, written: readonly WrittenRecord[]): Promise<void> {
  const fresh = written.filter(({ previous }) => previous === null);
  if (fresh.length === 0) return;
  const sources = fresh.map(({ id, next }) => {
    const source = next[customerSourceField];
    return { id, source: typeof source === 'string' ? source : '' };
  });
  const { from } = system('bound advisers follow new customers of their agents, whoever creates them', customerType);
  const { rows } = await sql<{ recordId: number; userId: number }>`
    select r.customer_id as "recordId", adviser.user_id as "userId"
    from jsonb_to_recordset(${JSON.stringify(sources)}::jsonb) as given(id bigint, source text)
    join ${from} on r.customer_id = given.id
    join app_user agent on agent.user_id = r.owner_user_id and agent.agent_flag = 1 and agent.status <> 0
    cross join lateral (
      select b.adviser_user_ids from owner_source b
      where b.agent_user_id = agent.user_id and b.source in ('', given.source) and b.effective_date <= ${today()}::date
      order by b.source = '', b.effective_date desc limit 1) bound
    join app_user adviser on adviser.user_id = any(bound.adviser_user_ids) and adviser.agent_flag = 0 and adviser.status <> 0
    order by 1, 2`.execute(db);
  await joinNew(db, actor, customerType, rows);
}
