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
  // before the requested period, and in the one before it
  await sql`update customer set create_time = date_trunc('day', now()) - interval '1 day' where customer_name = '乙公司'`.execute(
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

it('shows what the actor created today, next to the day before', async () => {
  const own = await figures('seller');
  // including the one that the contact belongs to
  expect(own.get('crm_customer')).toMatchObject({ total: 2, previous: 1 });
  expect(own.get('crm_customer')?.series.reduce((sum, one) => sum + one, 0)).toBe(2);
  expect(own.get('crm_contacts')?.total).toBe(1);
  expect(own.get('crm_leads')?.total).toBe(2);
  expect(own.get('follow_up')?.total).toBe(3);
  const none = { businessCount: 0, contractCount: 0, receivablesCount: 0, productCount: 0, recordStatusCount: 0 };
  expect(await ask('Crm/Instrument/queryBulletin', { type: 'today' }, 'seller')).toEqual({
    ...none,
    customerCount: 2,
    contactsCount: 1,
    leadsCount: 2,
    recordCount: 3,
  });
  // what the actor may not list is 0 there, and missing in the figures of the page
  const nothing = { ...none, customerCount: 0, contactsCount: 0, leadsCount: 0, recordCount: 0 };
  expect(await ask('Crm/Instrument/queryBulletin', { type: 'today' }, 'hr')).toEqual(nothing);
  expect([...(await figures('hr')).keys()]).toEqual(['follow_up']);
});

it('counts the requested people and departments, and only what the reader sees', async () => {
  const { seller, subordinate, stranger } = company.people;
  const of = async (who: PersonName, body: Record<string, unknown>) =>
    (await figures(who, body)).get('crm_customer')?.total;
  expect(await of('manager', { userIds: [seller.userId, subordinate.userId] })).toBe(3);
  expect(await of('manager', { userIds: [stranger.userId] })).toBe(0);
  expect(await of('seller', { userIds: [stranger.userId] })).toBe(0);
  expect(await of('admin', { deptIds: [1] })).toBe(4);
  expect(await of('admin', { deptIds: [stranger.deptId] })).toBe(1);
});

it('opens a figure to its rows, including converted leads', async () => {
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
  expect(unknown.msg).toBe('该统计项不存在或您无权查看');
});

it('lists the follow-ups behind their figure, with their records', async () => {
  const { list, ...page } = await ask<{ list: { content: string; typesName: string }[] }>(
    'Crm/Instrument/queryRecordList',
    { type: 'today', crmType: 'crm_customer', limit: 2 },
    'seller',
  );
  const first = { pageNumber: 1, pageSize: 2, firstPage: true, lastPage: false };
  expect(page).toEqual({ totalRow: 3, totalPage: 2, ...first });
  expect(list[0]).toMatchObject({ content: '谈过乙公司', typesName: '乙公司' });
  const counts = await ask<{ crmType: string; count: number }[]>(
    'Crm/Instrument/queryRecordConunt',
    { type: 'today' },
    'seller',
  );
  expect(counts.find(({ crmType }) => crmType === 'crm_customer')?.count).toBe(3);
  expect(counts.map(({ crmType }) => crmType)).toEqual([
    'crm_leads',
    'crm_customer',
    'crm_contacts',
    'crm_business',
    'crm_contract',
  ]);
  expect(counts.find(({ crmType }) => crmType === 'crm_leads')?.count).toBe(0);
});

it('shows of each follow-up what the timeline of its record shows', async () => {
  const typesId = ids.get('丁公司') ?? 0;
  const linked = await ask<{ contactsId: number }>(
    'CrmContacts/addOrUpdate',
    { entity: { ...(await newEntity(company, contactsType, '丁联系', 'stranger')), customer_id: typesId }, field: [] },
    'stranger',
  );
  const batchId = 'dashboard-follow-up-files';
  await company.call(
    'file/upload',
    { batchId },
    { as: company.people.stranger, file: { name: '报价.txt', content: Buffer.from('报价') } },
  );
  const nextTime = new Date(Date.now() + 864e5).toISOString().slice(0, 10) + ' 09:00:00';
  const content = { content: '谈过丁联系', category: '打电话', nextTime, batchId, contactsIds: linked.contactsId };
  await ask('CrmCustomer/addRecord', { typesId, ...content }, 'stranger');
  const { list } = await ask<{ list: object[] }>('Crm/Instrument/queryRecordList', { type: 'today' }, 'stranger');
  const [there] = await ask<object[]>('CrmCustomer/getRecord', { customerId: typesId }, 'stranger');
  expect(list[0]).toMatchObject({ nextTime, batchId, contactsList: [{ name: '丁联系' }], businessList: [], img: [] });
  expect(list[0]).toMatchObject({ file: [{ name: '报价.txt' }] });
  // links to files are temporary
  expect(list[0]).toEqual({ ...there, file: [expect.anything()], typesName: '丁公司' });
  // restored for the following tests
  await sql`update follow_up set deleted_at = now() where batch_id = ${batchId}`.execute(company.db);
  await sql`update contacts set deleted_at = now() where contacts_id = ${linked.contactsId}`.execute(company.db);
});

it('counts what was written on a lead after its conversion, and copied follow-ups once', async () => {
  const { leadsId } = await ask<{ leadsId: number }>(
    'CrmLeads/addOrUpdate',
    { entity: { leads_name: '转化后再谈' }, field: [] },
    'subordinate',
  );
  const follow = (content: string) =>
    ask('CrmLeads/addRecord', { typesId: leadsId, content, category: '打电话' }, 'subordinate');
  const shown = async () => {
    const own = { type: 'today', userIds: [company.people.subordinate.userId] };
    const { recordCount } = await ask<{ recordCount: number }>('Crm/Instrument/queryBulletin', own, 'subordinate');
    const of = async (who: PersonName) => {
      const { list } = await ask<{ list: { content: string; types: string; typesName: string }[] }>(
        'Crm/Instrument/queryRecordList',
        own,
        who,
      );
      return list.map(({ content, types, typesName }) => [content, types, typesName]);
    };
    expect(await of('admin')).toEqual(await of('subordinate'));
    const ranking = await ask<{ total: number }[]>(
      'Crm/Instrument/queryRanking',
      { ...own, kind: 'follow_up' },
      'admin',
    );
    const counts = await ask<{ count: number }[]>('Crm/Instrument/queryRecordConunt', own, 'admin');
    const figures = [recordCount, ranking[0]?.total, counts.reduce((sum, { count }) => sum + count, 0)];
    return { figures, rows: await of('subordinate') };
  };
  await follow('转化前');
  expect(await shown()).toEqual({ figures: [1, 1, 1], rows: [['转化前', 'crm_leads', '转化后再谈']] });
  await ask('CrmLeads/transfer', { leadsIds: [leadsId] }, 'admin');
  const before = ['转化前', 'crm_customer', '转化后再谈'];
  expect(await shown()).toEqual({ figures: [1, 1, 1], rows: [before] });
  await follow('转化后');
  expect(await shown()).toEqual({ figures: [2, 2, 2], rows: [['转化后', 'crm_leads', '转化后再谈'], before] });
  // restored for the following tests
  await sql`update follow_up set deleted_at = now() where content in ('转化前', '转化后')`.execute(company.db);
  await sql`update customer set deleted_at = now() where customer_name = '转化后再谈'`.execute(company.db);
  await sql`update leads set deleted_at = now() where leads_id = ${leadsId}`.execute(company.db);
});

it('compares a running period with the same part of the one before', async () => {
  const add = async (name: string, created: string) => {
    await ask('CrmLeads/addOrUpdate', { entity: { leads_name: name }, field: [] }, 'peer');
    await sql`update leads set create_time = ${sql.raw(created)} where leads_name = ${name}`.execute(company.db);
  };
  await add('昨天最先', `date_trunc('day', now()) - interval '1 day'`);
  await add('昨天此后', `now() - interval '1 day' + interval '10 minutes'`);
  const { before, list } = await ask<{
    before: { from: string; until: string };
    list: { key: string; previous: number }[];
  }>('Crm/Instrument/queryBrief', { type: 'today' }, 'peer');
  const { rows } = await sql<{ from: string; until: string }>`
    select (current_date - 1)::text as from, to_char(now() - interval '1 day', 'YYYY-MM-DD HH24:MI') as until`.execute(
    company.db,
  );
  expect([before.from, before.until.slice(0, 16)]).toEqual([rows[0]?.from, rows[0]?.until]);
  expect(list.find(({ key }) => key === 'crm_leads')?.previous).toBe(1);
});

it('ranks people by what the reader sees of their work', async () => {
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

it('accepts two days as the first and the last', async () => {
  const { rows } = await sql<{ today: string }>`select current_date::text as today`.execute(company.db);
  const today = rows[0]?.today;
  const own = await figures('seller', { startTime: today, endTime: today });
  expect(own.get('crm_customer')?.total).toBe(2);
});
