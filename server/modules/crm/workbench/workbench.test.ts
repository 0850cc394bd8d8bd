import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { newEntity } from '#server/testing/new-entity.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

let company: Company;
const ids = new Map<string, number>();

beforeAll(async () => {
  company = await openCompany();
  await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from (values (11, 19), (11, 20)) as m(role_id, menu_id) on conflict do nothing`.execute(
    company.db,
  );
  for (const [name, who] of [
    ['甲公司', 'seller'],
    ['乙公司', 'seller'],
    ['丙公司', 'subordinate'],
    ['丁公司', 'stranger'],
  ] as const) {
    const saved = await ask<{ customerId: number }>(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: name }, field: [] },
      who,
    );
    ids.set(name, saved.customerId);
  }
  const entity = await newEntity(company, contactsType, '王联系', 'seller');
  await ask('CrmContacts/addOrUpdate', { entity, field: [] }, 'seller');
  await ask('CrmLeads/addOrUpdate', { entity: { leads_name: '线索一' }, field: [] }, 'seller');
  await ask('CrmLeads/addOrUpdate', { entity: { leads_name: '线索二' }, field: [] }, 'seller');
  await sql`update leads set is_transform = 1 where leads_name = '线索二'`.execute(company.db);
  const follow = (name: string, who: PersonName) =>
    ask('CrmCustomer/addRecord', { typesId: ids.get(name), content: `谈过${name}`, category: '打电话' }, who);
  await follow('甲公司', 'seller');
  await follow('甲公司', 'seller');
  await follow('乙公司', 'seller');
  await follow('丁公司', 'stranger');
  // before the period that is asked for, and in the one before it
  await sql`update customer set create_time = now() - interval '1 day' where customer_name = '乙公司'`.execute(
    company.db,
  );
});
afterAll(async () => company.close());

async function ask<T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> {
  const answer = await company.call(path, body, { as: company.people[who] });
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}
const figures = async (who: PersonName, body: Record<string, unknown> = {}) => {
  const { list } = await ask<{ list: { key: string; total: number; previous: number; series: number[] }[] }>(
    'Crm/Instrument/queryBrief',
    { type: 'today', ...body },
    who,
  );
  return new Map(list.map((row) => [row.key, row]));
};

it('tells what one made new today, beside the day before', async () => {
  const own = await figures('seller');
  // the one that the contact belongs to among them
  expect(own.get('crm_customer')).toMatchObject({ total: 2, previous: 1 });
  expect(own.get('crm_customer')?.series.reduce((sum, one) => sum + one, 0)).toBe(2);
  expect(own.get('crm_contacts')?.total).toBe(1);
  expect(own.get('crm_leads')?.total).toBe(2);
  expect(own.get('follow_up')?.total).toBe(3);
  expect(await ask('Crm/Instrument/queryBulletin', { type: 'today' }, 'seller')).toMatchObject({
    customerCount: 2,
    contactsCount: 1,
    leadsCount: 2,
    recordCount: 3,
  });
});

it('counts people and departments as asked, and only what the reader sees', async () => {
  const { seller, subordinate, stranger } = company.people;
  const of = async (who: PersonName, body: Record<string, unknown>) =>
    (await figures(who, body)).get('crm_customer')?.total;
  expect(await of('manager', { userIds: [seller.userId, subordinate.userId] })).toBe(3);
  expect(await of('manager', { userIds: [stranger.userId] })).toBe(0);
  expect(await of('seller', { userIds: [stranger.userId] })).toBe(0);
  expect(await of('admin', { deptIds: [1] })).toBe(4);
  expect(await of('admin', { deptIds: [stranger.deptId] })).toBe(1);
});

it('opens a figure to its rows, converted leads among them', async () => {
  const rows = async (label: number) =>
    (
      await ask<{ list: { name: string }[]; totalRow: number }>(
        'Crm/Instrument/queryBulletinInfo',
        { type: 'today', label },
        'seller',
      )
    ).list.map(({ name }) => name);
  expect((await rows(1)).toSorted()).toEqual(['线索一', '线索二']);
  expect(await rows(2)).toHaveLength(2);
  expect(await rows(3)).toEqual(['王联系']);
  const unknown = await company.call('Crm/Instrument/queryBulletinInfo', { label: 99 }, { as: company.people.seller });
  expect(unknown.msg).toBe('没有这项统计，或您无权查看');
});

it('lists the follow-ups behind their figure, with what they hang on', async () => {
  const { list, totalRow } = await ask<{ list: { content: string; typesName: string }[]; totalRow: number }>(
    'Crm/Instrument/queryRecordList',
    { type: 'today', crmType: 'crm_customer' },
    'seller',
  );
  expect(totalRow).toBe(3);
  expect(list[0]).toMatchObject({ content: '谈过乙公司', typesName: '乙公司' });
  const counts = await ask<{ crmType: string; count: number }[]>(
    'Crm/Instrument/queryRecordConunt',
    { type: 'today' },
    'seller',
  );
  expect(counts.find(({ crmType }) => crmType === 'crm_customer')?.count).toBe(3);
  expect(counts.find(({ crmType }) => crmType === 'crm_leads')?.count).toBe(0);
});

it('ranks people by what the reader sees of them', async () => {
  const ranking = async (kind: string, who: PersonName) => {
    const everybody = Object.values(company.people).map(({ userId }) => userId);
    const list = await ask<{ realname: string; total: number }[]>(
      'Crm/Instrument/queryRanking',
      { type: 'today', kind, userIds: everybody },
      who,
    );
    return list.map(({ realname, total }) => [realname, total]);
  };
  const { seller, subordinate, stranger } = company.people;
  expect(await ranking('follow_up', 'admin')).toEqual([
    [seller.realname, 3],
    [stranger.realname, 1],
  ]);
  expect(await ranking('followed_customer', 'admin')).toEqual([
    [seller.realname, 2],
    [stranger.realname, 1],
  ]);
  expect(await ranking('crm_customer', 'manager')).toEqual([
    [seller.realname, 2],
    [subordinate.realname, 1],
  ]);
  expect(await ranking('follow_up', 'stranger')).toEqual([[stranger.realname, 1]]);
});

it.each([
  [{ type: 'someday' }],
  [{ startTime: '2026-02-02', endTime: '2026-02-01' }],
  [{ startTime: '没有', endTime: '2026-02-01' }],
])('refuses the period %j', async (body) => {
  const answer = await company.call('Crm/Instrument/queryBrief', body, { as: company.people.seller });
  expect([answer.code, answer.msg]).toEqual([422, '请选择正确的时间范围']);
});

it('takes two days as the first and the last', async () => {
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(company.db);
  const today = rows[0]?.today;
  const own = await figures('seller', { startTime: today, endTime: today });
  expect(own.get('crm_customer')?.total).toBe(2);
});
