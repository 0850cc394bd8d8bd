import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

const many = 137;
let company: Company;
/** Name of a custom field in cursors. */
let levelId = '';
beforeAll(async () => {
  company = await openCompany();
  const { rows } = await sql<{ id: string }>`
    select 'f' || field_id as id from record_field where type_code = 2 and name = '客户级别'`.execute(company.db);
  levelId = rows[0]?.id ?? '';
  // equal times, empty values and names in two scripts: typical causes of overlapping pages
  await sql`
    insert into customer (customer_name, telephone, batch_id, owner_user_id, create_user_id, update_time)
    select case when n % 3 = 0 then '客户' when n % 3 = 1 then 'Kunde ' else '阿里' end || n, case when n % 4 = 0 then null else (n % 7)::text end,
      'pages-' || n, ${company.people.seller.userId}, ${company.people.seller.userId}, now() - make_interval(secs => n / 10)
    from generate_series(1, ${many}) as n`.execute(company.db);
});
afterAll(async () => company.close());

const list = (body: object, who: 'seller' | 'manager' | 'admin' = 'seller') =>
  company.call('CrmCustomer/queryPageList', { limit: 10, ...body }, { as: company.people[who] });
interface Page {
  readonly list: { readonly customerId: number }[];
  readonly totalRow: number;
  readonly nextCursor: string | null;
}

/** Ids of all pages, one cursor after the other. */
async function walk(body: object, who: 'seller' | 'manager' | 'admin' = 'seller'): Promise<number[]> {
  const ids: number[] = [];
  let cursor: string | null = null;
  do {
    const answer = await list({ ...body, ...(cursor === null ? {} : { cursor }) }, who);
    if (ids.length > 2 * many) throw new Error('pages without end');
    expect(answer.msg).toBe('');
    const page = answer.data as Page;
    expect(page.totalRow).toBeGreaterThanOrEqual(many);
    ids.push(...page.list.map((row) => row.customerId));
    cursor = page.nextCursor;
  } while (cursor !== null);
  return ids;
}

describe('pages by cursor', () => {
  it.each([
    {},
    { order: 2, sortField: 'updateTime' },
    { sortField: 'createTime' },
    { sortField: 'customerName', order: 1 },
    { sortField: 'customerName', order: 2 },
    { sortField: 'telephone', order: 1 },
    { sortField: 'telephone', order: 2 },
    { sortField: 'nextTime', order: 1 },
    { sortField: '客户级别', order: 2 },
    { sortField: 'dealStatus', order: 2 },
  ])('give each row once, in the order of the whole list: %j', async (sort) => {
    const whole: number[] = [];
    for (let page = 1; page <= 2; page += 1)
      whole.push(...((await list({ ...sort, limit: 100, page })).data as Page).list.map((row) => row.customerId));
    const walked = await walk(sort);
    expect(walked).toHaveLength(many);
    expect(walked).toEqual(whole);
  });

  it('hold for a manager and an administrator, and with filters and search', async () => {
    for (const who of ['manager', 'admin'] as const) expect(new Set(await walk({}, who)).size).toBe(many);
    const filtered = { data: [{ fieldName: 'customer_name', condition: 'startWith', value: '客户' }] };
    const found = (await list({ ...filtered, limit: 100 })).data as Page;
    let { nextCursor: cursor, list: rows } = (await list(filtered)).data as Page;
    const ids = rows.map((row) => row.customerId);
    while (cursor !== null) {
      ({ nextCursor: cursor, list: rows } = (await list({ ...filtered, cursor })).data as Page);
      ids.push(...rows.map((row) => row.customerId));
    }
    expect(ids).toEqual(found.list.map((row) => row.customerId));
    expect(found.totalRow).toBe(ids.length);
  });

  it('continue after a row that has changed or been deleted, and show nobody else more', async () => {
    const first = (await list({})).data as Page;
    const cursor = first.nextCursor ?? '';
    await sql`update customer set deleted_at = now() where customer_id = ${first.list.at(-1)?.customerId ?? 0}`.execute(
      company.db,
    );
    expect(((await list({ cursor })).data as Page).list[0]?.customerId).not.toBe(first.list.at(-1)?.customerId);
    const foreign = await company.call('CrmCustomer/queryPageList', { cursor }, { as: company.people.stranger });
    expect((foreign.data as Page).list).toEqual([]);
  });

  it('refuse a cursor of another order, of nowhere, and a forged one', async () => {
    const { nextCursor } = (await list({})).data as Page;
    const made = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const wrong: object[] = [
      { cursor: nextCursor, sortField: 'customerName' },
      { cursor: nextCursor, sortField: 'updateTime', order: 2 },
      { cursor: 'x' },
      { cursor: made(['update_time', true, 'no time', 5]) },
      { cursor: made(['update_time', true, '2026-99-99 00:00:00+08', 5]) },
      { cursor: made(['update_time', true, null, 5]) },
      { cursor: made(['update_time', true, '2026-01-01 00:00:00+08', '5']) },
      { cursor: made({ 0: 'update_time' }) },
    ];
    for (const body of wrong) expect((await list(body)).code).toBe(400);
  });

  it('refuse an invalid value for the column', async () => {
    const time = '2026-01-01 00:00:00.123456+08';
    for (const [sortField, id, value, code] of [
      ['dealStatus', 'deal_status', 'x', 400],
      ['dealStatus', 'deal_status', '1e5', 400],
      ['dealStatus', 'deal_status', '1', 0],
      ['customerName', 'customer_name', 'a\0b', 400],
      ['customerName', 'customer_name', "'; --", 0],
      ['客户级别', levelId, '\0', 400],
      ['nextTime', 'next_time', '2026-02-30 00:00:00+08', 400],
      ['nextTime', 'next_time', '2026-01-01 00:00:00+99', 400],
      ['nextTime', 'next_time', 'now+08', 400],
      ['nextTime', 'next_time', time, 0],
      ['updateTime', 'update_time', 'infinity', 400],
      ['updateTime', 'update_time', time, 0],
    ] as const) {
      const cursor = Buffer.from(JSON.stringify([id, true, value, 5])).toString('base64url');
      expect([sortField, value, (await list({ sortField, order: 1, cursor })).code]).toEqual([sortField, value, code]);
    }
  });
});
