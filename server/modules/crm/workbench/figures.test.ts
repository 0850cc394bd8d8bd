import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  await sql`insert into role_menu (role_id, menu_id) select role_id, menu_id from (values (11, 19), (11, 20)) as m(role_id, menu_id) on conflict do nothing`.execute(
    company.db,
  );
});
afterAll(async () => company.close());

async function ask<T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> {
  const answer = await company.call(path, body, { as: company.people[who] });
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}

describe('a figure has exactly as many rows as it says', () => {
  /** Both lists of a question: the figures of the tiles, and the number of rows behind each. */
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

  it('for oneself, subordinates, people and departments, with shared, pool, converted and deleted records', async () => {
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
    // its copy belongs to the customer
    await sql`update follow_up set create_time = ${now}::timestamptz where content like '谈过%转%'`.execute(company.db);
    const self = await bothOf('seller', day);
    expect(self.rows).toEqual(self.said);
    expect(self.said).toMatchObject({ crm_leads: 2, crm_customer: 1, crm_contacts: 0, follow_up: 2 });
    // people who see everything see no more of a converted lead, of the pool and of deleted records
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

  it('around midnight and the end of a month in the company’s time zone', async () => {
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

  it('at every position of a ranking', async () => {
    const everybody = Object.values(company.people).map(({ userId }) => userId);
    for (const who of ['seller', 'peer', 'stranger'] as const) {
      const entity = { customer_name: `今日${who}` };
      const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] }, who);
      const contact = { name: `今日${who}`, customer_id: customerId };
      await ask('CrmContacts/addOrUpdate', { entity: contact, field: [] }, 'admin');
      await sql`update contacts set owner_user_id = ${company.people[who].userId} where name = ${contact.name}`.execute(
        company.db,
      );
      await ask('CrmLeads/addOrUpdate', { entity: { leads_name: `今日${who}` }, field: [] }, who);
      await ask('CrmCustomer/addRecord', { typesId: customerId, content: '今日谈过', category: '打电话' }, who);
    }
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
