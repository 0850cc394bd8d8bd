import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { companyNameKey } from '#shared/text/company-name.ts';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const parts = (
  '北京|云图|科技|（|）|有限|公司|有限公司|股份|集团|分|总|责任|合伙|普通|特殊|支|子|' +
  'Co|., |LTD|inc.| Company|group|gmbh|ＡＢ|é|É|１|々|〇|・|·|—|　| |-|\\|]|^|[|`|~|"|\'|%|_|' +
  'Ⅷ|㈱|½|ß|ﬁ|𠮷|\u200b'
).split('|');

it('is the same in the database, whose index uses it, as in the program', async () => {
  let seed = 7;
  const random = (below: number): number => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % below;
  };
  const names = Array.from({ length: 5000 }, () =>
    Array.from({ length: 1 + random(7) }, () => parts[random(parts.length)]).join(''),
  );
  const { rows } = await sql<{ name: string; key: string }>`
    select name, company_name_key(name) as key from unnest(${names}::text[]) as name`.execute(company.db);
  expect(rows.filter(({ name, key }) => companyNameKey(name) !== key).slice(0, 5)).toEqual([]);
  expect(new Set(rows.map(({ key }) => key)).size).toBeGreaterThan(1000);
});

it('finds customers by an index', async () => {
  const plan = await company.db.transaction().execute(async (trx) => {
    // few rows: the planner would read them all
    await sql`set local enable_seqscan = off`.execute(trx);
    return sql<{ 'QUERY PLAN': string }>`
      explain select 1 from customer where deleted_at is null and owner_user_id = 3
        and company_name_key(customer_name) = company_name_key('云图科技有限公司')`.execute(trx);
  });
  expect(plan.rows.map((row) => row['QUERY PLAN']).join('\n')).toContain('customer_name_key');
});
