import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { scoped } from '#server/record/access/scope.ts';
import { searchWay } from '#server/record/query/search-way.ts';
import { customerType } from '#shared/crm/customer-type.ts';

// own process: what is known of how often words occur is kept for a process
let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const { seller, stranger } = company.people;
  // every name contains 公司, every tenth 科技, one in two thousand 云图; the seller owns few of them
  await sql`
    insert into customer (customer_name, batch_id, owner_user_id, create_user_id)
    select case when n % 2000 = 1 then '云图' when n % 10 = 0 then '科技' else '' end || n || '公司', 'way-' || n,
      case when n <= 30 then ${seller.userId}::int else ${stranger.userId} end, 3
    from generate_series(1, 6000) as n`.execute(company.db);
  const owner = new pg.Client(company.urls.ownerUrl);
  await owner.connect();
  await owner.query('analyze customer');
  await owner.end();
});
afterAll(() => company.close());

const wayOf = async (fragment: string, as: PersonName, wanted = 10_001) => {
  const actor = await company.services.gate.actorFor(company.db, company.people[as].userId);
  const { owners } = scoped(actor, customerType);
  return searchWay(company.db, customerType, { owners, fragment, wanted });
};
const total = async (search: string, as: PersonName) => {
  const { data } = await company.call('CrmCustomer/queryPageList', { search }, { as: company.people[as] });
  return (data as { totalRow: number }).totalRow;
};

it('compares the texts of own records where the index would list the whole company', async () => {
  expect(await wayOf('公司', 'seller')).toBe('compared');
  // as many as there are: the index is as good
  expect(await wayOf('公司', 'admin')).toBe('indexed');
  // or searches no further than a few
  expect(await wayOf('公司', 'admin', 100)).toBe('compared');
  expect(await wayOf('科技', 'stranger')).toBe('indexed');
  for (const rare of ['云图', '图1', '没有']) expect([rare, await wayOf(rare, 'admin')]).toEqual([rare, 'rare']);
  // the rarest part decides
  expect(await wayOf('云图1公司', 'seller')).toBe('rare');
});

it('finds the same in every way', async () => {
  expect([await total('公司', 'seller'), await total('公司', 'admin')]).toEqual([30, 6000]);
  expect([await total('科技', 'seller'), await total('科技', 'admin')]).toEqual([3, 600]);
  expect([await total('云图', 'seller'), await total('云图', 'admin')]).toEqual([1, 3]);
  for (const text of ['公司', '科技', '云图']) {
    const { data } = await company.call('search/queryAll', { search: text }, { as: company.people.admin });
    const [{ list } = { list: [] }] = data as { list: { name: string }[] }[];
    expect([text, list.length, list.every(({ name }) => name.includes(text))]).toEqual([
      text,
      text === '云图' ? 3 : 5,
      true,
    ]);
  }
});

it('continues counting where there are more matches than expected', async () => {
  const { stranger } = company.people;
  await sql`
    insert into customer (customer_name, batch_id, owner_user_id, create_user_id)
    select '涌入' || n, 'flood-' || n, ${stranger.userId}, 3 from generate_series(1, 10050) as n`.execute(company.db);
  expect(await wayOf('涌入', 'admin')).toBe('rare');
  // the second time it is known
  for (let time = 0; time < 2; time += 1) {
    const { data } = await company.call('CrmCustomer/queryPageList', { search: '涌入' }, { as: company.people.admin });
    expect(data).toMatchObject({ totalRow: 10_001, totalExact: 0, list: Array.from({ length: 10 }, () => ({})) });
  }
  const { data: found } = await company.call('search/queryAll', { search: '涌入' }, { as: company.people.admin });
  expect((found as { list: unknown[] }[])[0]?.list).toHaveLength(5);
});
