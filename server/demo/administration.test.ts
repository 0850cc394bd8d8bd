import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fillDemo } from '#server/demo/load-demo.ts';

let one: Company;
beforeAll(async () => {
  one = await openCompany();
  const { pool, files } = one.services;
  await inTransaction(pool.db, (trx) => fillDemo(trx, files, 'no password'));
}, 240_000);
afterAll(() => one.close());

describe('the administration of the demo company', () => {
  it('has flows by amount that none of its contracts reaches, holidays with their change, and somebody who stands in', async () => {
    const { rows: flows } = await sql<{ name: string; status: number; least: number }>`
      select name, status, (conditions -> 0 ->> 'value')::int as least from approval_flow
      where category_type = 1 and conditions <> '[]' order by place`.execute(one.db);
    expect(flows).toMatchObject([{ status: 1 }, { status: 0 }]);
    const { rows: above } = await sql`select from contract where money > ${flows[0]?.least ?? 0}`.execute(one.db);
    expect(above).toEqual([]);
    const { rows: days } = await sql<{ days: string }>`
      select string_agg(day::text, ',' order by day) as days from company_day where not is_working`.execute(one.db);
    const { rows: changes } = await sql<{ item: string }>`
      select item from setting_change where kind = 'company_calendar'`.execute(one.db);
    expect(changes).toEqual([{ item: days[0]?.days }]);
    const { rows: periods } = await sql`
      select from approval_stand_in where begins_at > now() and user_id <> substitute_id`.execute(one.db);
    expect(periods).toHaveLength(1);
  });

  it('has handed something over, too long ago for an undo, and has a program whose token nobody knows', async () => {
    const { rows } = await sql<{ state: string; total: number; others: number }>`
      select h.state, count(*)::int as total,
        (count(*) filter (where c.owner_user_id is distinct from i.to_user_id))::int as others
      from hand_over h join hand_over_item i using (hand_over_id) left join customer c on c.customer_id::text = i.item
      where h.create_time < now() - interval '30 days' group by h.state`.execute(one.db);
    expect(rows).toEqual([{ state: 'done', total: 24, others: 0 }]);
    const { rows: programs } = await sql<{ tokens: number }>`
      select (select count(*)::int from session_token t where t.login_id = p.login_id) as tokens
      from program_token p where expires_at > now()`.execute(one.db);
    expect(programs).toEqual([{ tokens: 0 }]);
  });
});
