import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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

it('tells what one made new today, beside the day before', async () => {
  const own = await figures('seller');
  // the one that the contact belongs to among them
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
  // what one may not list is 0 there, and is not among the figures of the page
  const nothing = { ...none, customerCount: 0, contactsCount: 0, leadsCount: 0, recordCount: 0 };
  expect(await ask('Crm/Instrument/queryBulletin', { type: 'today' }, 'hr')).toEqual(nothing);
  expect([...(await figures('hr')).keys()]).toEqual(['follow_up']);
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
  expect(unknown.msg).toBe('该统计项不存在或您无权查看');
});

it('lists the follow-ups behind their figure, with what they hang on', async () => {
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

it('tells of each follow-up what the timeline of its record tells', async () => {
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
  // links to files are of the moment
  expect(list[0]).toEqual({ ...there, file: [expect.anything()], typesName: '丁公司' });
  // as before for what follows
  await sql`update follow_up set deleted_at = now() where batch_id = ${batchId}`.execute(company.db);
  await sql`update contacts set deleted_at = now() where contacts_id = ${linked.contactsId}`.execute(company.db);
});

it('counts what was written on a lead since its conversion, and what went over with it once', async () => {
  const { leadsId } = await ask<{ leadsId: number }>(
    'CrmLeads/addOrUpdate',
    { entity: { leads_name: '转化后再谈' }, field: [] },
    'subordinate',
  );
  const follow = (content: string) =>
    ask('CrmLeads/addRecord', { typesId: leadsId, content, category: '打电话' }, 'subordinate');
  const told = async () => {
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
  expect(await told()).toEqual({ figures: [1, 1, 1], rows: [['转化前', 'crm_leads', '转化后再谈']] });
  await ask('CrmLeads/transfer', { leadsIds: [leadsId] }, 'admin');
  const before = ['转化前', 'crm_customer', '转化后再谈'];
  expect(await told()).toEqual({ figures: [1, 1, 1], rows: [before] });
  await follow('转化后');
  expect(await told()).toEqual({ figures: [2, 2, 2], rows: [['转化后', 'crm_leads', '转化后再谈'], before] });
  // as before for what follows
  await sql`update follow_up set deleted_at = now() where content in ('转化前', '转化后')`.execute(company.db);
  await sql`update customer set deleted_at = now() where customer_name = '转化后再谈'`.execute(company.db);
  await sql`update leads set deleted_at = now() where leads_id = ${leadsId}`.execute(company.db);
});

describe('a figure has exactly as many rows as it says', () => {
  /** Both lists of a question: what the tiles say, and how many rows each opens to. */
  const bothOf = async (who: PersonName, body: Record<string, unknown>) => {
    const { list } = await ask<{ list: { key: string; code: number; total: number; series: number[] }[] }>(
      'Crm/Instrument/queryBrief',
      body,
      who,
    );
    const rows: Record<string, number> = {};
    for (const { key, code, total, series } of list) {
      expect([key, series.reduce((sum, one) => sum + one, 0)]).toEqual([key, total]);
      rows[key] = await rowsOf(who, { ...body, label: code }, code === 0);
    }
    return { said: Object.fromEntries(list.map(({ key, total }) => [key, total])), rows };
  };
  /** All pages of it, each row once. */
  const rowsOf = async (who: PersonName, body: Record<string, unknown>, ofFollowUps = false) => {
    const path = `Crm/Instrument/${ofFollowUps ? 'queryRecordList' : 'queryBulletinInfo'}`;
    const seen: unknown[] = [];
    for (let page = 1; ; page += 1) {
      const { list, totalRow } = await ask<{ list: unknown[]; totalRow: number }>(
        path,
        { ...body, page, limit: 2 },
        who,
      );
      seen.push(...list);
      if (list.length === 0) {
        expect(seen).toHaveLength(totalRow);
        return seen.length;
      }
    }
  };
  const addCustomer = async (name: string, created: string, who: PersonName = 'seller') => {
    const { customerId } = await ask<{ customerId: number }>(
      'CrmCustomer/addOrUpdate',
      { entity: { customer_name: name }, field: [] },
      who,
    );
    await sql`update customer set create_time = ${created}::timestamptz where customer_id = ${customerId}`.execute(
      company.db,
    );
    return customerId;
  };

  it('for oneself, those below, people and departments, with what is shared, in the pool, converted or deleted', async () => {
    const { seller, subordinate, peer, stranger } = company.people;
    const now = '2024-05-20 10:00:00+08';
    const day = { startTime: '2024-05-20', endTime: '2024-05-20' };
    await addCustomer('自己的', now);
    await addCustomer('下属的', now, 'subordinate');
    const pooled = await addCustomer('放入公海的', now);
    const follow = (typesId: number, content: string) =>
      ask('CrmCustomer/addRecord', { typesId, content, category: '打电话' }, 'seller');
    await follow(pooled, '谈过转入公海的');
    await ask('CrmCustomer/updateCustomerByIds', { ids: [pooled] }, 'admin');
    const deleted = await addCustomer('删除的', now);
    await follow(deleted, '谈过转眼删除的');
    await ask('CrmCustomer/deleteByIds', { customerIds: [deleted] }, 'admin');
    const shared = await addCustomer('共享的', now, 'peer');
    await ask('CrmCustomer/addMembers', { ids: shared, memberIds: seller.userId, power: 1 }, 'admin');
    for (const name of ['未转的', '转了的']) {
      const { leadsId } = await ask<{ leadsId: number }>(
        'CrmLeads/addOrUpdate',
        { entity: { leads_name: name }, field: [] },
        'seller',
      );
      await ask('CrmLeads/addRecord', { typesId: leadsId, content: `谈过${name}`, category: '打电话' }, 'seller');
      if (name === '转了的') await ask('CrmLeads/transfer', { leadsIds: [leadsId] }, 'admin');
    }
    await sql`update leads set create_time = ${now}::timestamptz where leads_name in ('未转的', '转了的')`.execute(
      company.db,
    );
    await sql`update customer set create_time = ${now}::timestamptz where customer_name = '转了的'`.execute(company.db);
    // its copy went to the customer
    await sql`update follow_up set create_time = ${now}::timestamptz where content like '谈过%转%'`.execute(company.db);
    const self = await bothOf('seller', day);
    expect(self.rows).toEqual(self.said);
    expect(self.said).toEqual({ crm_leads: 2, crm_customer: 1, crm_contacts: 0, follow_up: 2 });
    // who sees everything sees no more of a lead that was converted, of the pool and of what was deleted
    expect((await bothOf('admin', { ...day, userIds: [seller.userId] })).said['follow_up']).toBe(2);
    for (const [who, body] of [
      ['seller', { isSub: 2 }],
      ['seller', { userIds: [peer.userId, stranger.userId] }],
      ['manager', { deptIds: [seller.deptId] }],
      ['manager', { isSub: 2 }],
      ['admin', { deptIds: [1] }],
      ['admin', { userIds: [seller.userId, subordinate.userId] }],
    ] as const) {
      const { said, rows } = await bothOf(who, { ...day, ...body });
      expect([who, body, rows]).toEqual([who, body, said]);
    }
    expect((await bothOf('seller', { ...day, userIds: [peer.userId] })).said['crm_customer']).toBe(1);
    expect((await bothOf('manager', { ...day, isSub: 2 })).said['crm_customer']).toBe(3);
  });

  it('whatever fields the reader may see', async () => {
    const fields = await ask<{ fieldId: number; fieldName: string }[]>(
      'field/queryRoleField',
      { roleId: 11, label: 2 },
      'admin',
    );
    const show = (level: number) =>
      ask(
        'field/saveRoleField',
        {
          roleId: 11,
          label: 2,
          data: fields.map(({ fieldId, fieldName }) => ({ fieldId, level: fieldName === 'customer_name' ? 2 : level })),
        },
        'admin',
      );
    const before = await bothOf('seller', { type: 'today' });
    await show(0);
    const { said, rows } = await bothOf('seller', { type: 'today' });
    await show(2);
    expect(said).toEqual(before.said);
    expect(rows).toEqual(said);
  });

  it('around midnight and the end of a month on the company’s clock', async () => {
    for (const [name, created] of [
      ['三十日最后', '2025-03-30 23:59:59.999+08'],
      ['三一日最先', '2025-03-31 00:00:00+08'],
      ['三一日最后', '2025-03-31 23:59:59.999+08'],
      ['四月最先', '2025-04-01 00:00:00+08'],
    ] as const)
      await addCustomer(name, created);
    for (const [startTime, endTime, count] of [
      ['2025-03-31', '2025-03-31', 2],
      ['2025-03-01', '2025-03-31', 3],
      ['2025-04-01', '2025-04-30', 1],
    ] as const) {
      const { said, rows } = await bothOf('seller', { startTime, endTime });
      expect([startTime, said['crm_customer'], rows['crm_customer']]).toEqual([startTime, count, count]);
    }
  });

  it('in every place of a ranking', async () => {
    const everybody = Object.values(company.people).map(({ userId }) => userId);
    const codes = { crm_leads: 1, crm_customer: 2, crm_contacts: 3, follow_up: 0, followed_customer: 2 };
    for (const [kind, label] of Object.entries(codes)) {
      const places = await ask<{ userId: number; total: number }[]>(
        'Crm/Instrument/queryRanking',
        { type: 'today', kind, userIds: everybody },
        'admin',
      );
      expect(places.length).toBeGreaterThan(0);
      for (const { userId, total } of places) {
        const followed = kind === 'followed_customer' ? 1 : 0;
        const rows = await rowsOf('admin', { type: 'today', userIds: [userId], label, followed }, label === 0);
        expect([kind, userId, rows]).toEqual([kind, userId, total]);
      }
    }
  });
});

it('compares a period that still runs with as much of the one before', async () => {
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
