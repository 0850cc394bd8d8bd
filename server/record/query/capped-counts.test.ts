import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const { seller, manager } = company.people;
  await sql`
    insert into customer (customer_name, batch_id, owner_user_id, create_user_id, update_time)
    select '常见科技' || n, 'many-' || n, case when n <= 3 then ${seller.userId} else ${manager.userId} end::int, ${manager.userId},
      now() - make_interval(secs => n)
    from generate_series(1, 10020) as n`.execute(company.db);
});
afterAll(async () => company.close());

const search = async (page: number, who: 'admin' | 'seller' = 'admin') =>
  (await company.call('CrmCustomer/queryPageList', { search: '科技', page, limit: 15 }, { as: company.people[who] }))
    .data as { list: { customerName: string }[]; totalRow: number; totalExact: number; nextCursor: string | null };
const deleteFrom = (number: number) =>
  sql`update customer set deleted_at = now() where batch_id like 'many-%' and substr(batch_id, 6)::int >= ${number}`.execute(
    company.db,
  );

it('reports more than 10,000 hits, page by page, and counts again as soon as a page is not full', async () => {
  for (const page of [1, 2, 600]) {
    const found = await search(page);
    expect([found.totalRow, found.totalExact]).toEqual([10_001, 0]);
    expect(found.list.map(({ customerName }) => customerName)).toEqual(
      Array.from({ length: 15 }, (_, at) => `常见科技${(page - 1) * 15 + at + 1}`),
    );
    expect(found.nextCursor).not.toBeNull();
  }
  // results of one reader are not used for another
  expect(await search(1, 'seller')).toMatchObject({ totalRow: 3, totalExact: 1, nextCursor: null });

  await deleteFrom(21);
  expect(await search(2)).toMatchObject({ totalRow: 20, totalExact: 1, list: { length: 5 } });
  expect(await search(1)).toMatchObject({ totalRow: 20, totalExact: 1, list: { length: 15 } });
});
