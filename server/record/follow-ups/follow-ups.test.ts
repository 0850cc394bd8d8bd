import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import type { MentionRow } from '#shared/record/calls/mention-calls.ts';
import type { LinkedRecord } from '#shared/record/calls/follow-up-links.ts';
import type { FollowUpRow } from '#shared/record/calls/record-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

/** The wire keys of CRM links. */
interface Listed extends FollowUpRow {
  readonly contactsIds: string;
  readonly contactsList: readonly LinkedRecord[];
}

const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'seller') =>
  company.call(path, body, { as: company.people[as] });
const idOf = async (path: string, entity: Record<string, unknown>, key: string, as: PersonName = 'seller') => {
  const answer = await ask(path, { entity, field: [] }, as);
  expect(answer.msg).toBe('');
  return (answer.data as Record<string, number>)[key] ?? 0;
};
const customer = (name: string, as?: PersonName) =>
  idOf('CrmCustomer/addOrUpdate', { customer_name: name }, 'customerId', as);
const contact = (name: string, customerId: number, as?: PersonName) =>
  idOf('CrmContacts/addOrUpdate', { name, customer_id: customerId }, 'contactsId', as);
const write = (typesId: number, more: Record<string, unknown> = {}, as?: PersonName, family = 'CrmCustomer') =>
  ask(`${family}/addRecord`, { typesId, content: '谈过', category: '打电话', ...more }, as);
const read = async (family: string, body: Record<string, unknown>, as?: PersonName) => {
  const answer = await ask(`${family}/getRecord`, body, as);
  expect(answer.msg).toBe('');
  return answer.data as Listed[];
};
/** A day of the database's clock, offset by this many. */
const day = async (distance: number): Promise<string> => {
  const { rows } = await sql<{ day: string }>`select (current_date + ${distance}::int)::text as day`.execute(
    company.db,
  );
  return rows[0]?.day ?? '';
};

describe('the next contact', () => {
  it('is allowed from yesterday to 60 days ahead, and refused beyond', async () => {
    const typesId = await customer('约期公司');
    for (const distance of [-1, 0, 60]) {
      const nextTime = `${await day(distance)} 23:59:59`;
      expect((await write(typesId, { nextTime })).msg).toBe('');
      expect((await ask('CrmCustomer/queryById', { customerId: typesId })).data).toMatchObject({ nextTime });
    }
    for (const distance of [-2, 61]) {
      const refused = await write(typesId, { nextTime: `${await day(distance)} 00:00:00` });
      expect([refused.code, refused.msg]).toEqual([422, `下次联系时间只能在${await day(-1)}到${await day(60)}之间`]);
    }
    expect(await read('CrmCustomer', { customerId: typesId })).toHaveLength(3);
  });

  it('stays with the follow-up where its author may only read the record or the linked one', async () => {
    const typesId = await customer('只读公司');
    const linked = await contact('只读联系人', typesId);
    const { userId } = company.people.stranger;
    await ask('CrmCustomer/addMembers', { ids: typesId, memberIds: userId, power: 1 }, 'manager');
    // contacts cannot be shared by a call of their own
    await sql`insert into record_team (type_code, record_id, user_id, power) values (3, ${linked}, ${userId}, 1)`.execute(
      company.db,
    );
    const stored = async () => ({
      customer: (await ask('CrmCustomer/queryById', { customerId: typesId })).data,
      contact: (await ask('CrmContacts/queryById', { contactsId: linked })).data,
    });
    const before = await stored();
    const nextTime = `${await day(2)} 09:00:00`;
    expect((await write(typesId, { nextTime, contactsIds: [linked] }, 'stranger')).msg).toBe('');
    expect((await read('CrmCustomer', { customerId: typesId }))[0]).toMatchObject({ nextTime });
    const keys = ['nextTime', 'version'] as const;
    const planned = ({ customer: one, contact: other }: Record<string, unknown>) =>
      [one, other].map((row) => keys.map((key) => (row as Record<string, unknown>)[key]));
    expect(planned(await stored())).toEqual(planned(before));
    // the contact may be written by them now, the customer may not
    await sql`update record_team set power = 2 where type_code = 3 and record_id = ${linked}`.execute(company.db);
    expect((await write(typesId, { nextTime, contactsIds: [linked] }, 'stranger')).msg).toBe('');
    expect(await stored()).toMatchObject({ customer: { nextTime: '' }, contact: { nextTime } });
  });

  it('stays with the follow-up once the lead is converted', async () => {
    const leadsId = await idOf('CrmLeads/addOrUpdate', { leads_name: '转化后约期' }, 'leadsId');
    expect((await ask('CrmLeads/transfer', { leadsIds: [leadsId] }, 'admin')).msg).toBe('');
    const before = (await ask('CrmLeads/queryById', { leadsId })).data as Record<string, unknown>;
    const nextTime = `${await day(2)} 09:00:00`;
    expect((await write(leadsId, { nextTime }, 'seller', 'CrmLeads')).msg).toBe('');
    expect((await read('CrmLeads', { leadsId }))[0]).toMatchObject({ nextTime });
    const { nextTime: former, version } = before;
    expect((await ask('CrmLeads/queryById', { leadsId })).data).toMatchObject({ nextTime: former, version });
  });
});

describe('contacts of a follow-up', () => {
  it('are saved and returned, get the next contact, and show it in their own list', async () => {
    const typesId = await customer('联动公司');
    const [first, second] = [await contact('甲联系', typesId), await contact('乙联系', typesId)];
    const nextTime = `${await day(3)} 10:00:00`;
    expect((await write(typesId, { contactsIds: `${first},${second},${first}`, nextTime, isEvent: 1 })).msg).toBe('');
    await write(first, { content: '只说甲' }, 'seller', 'CrmContacts');
    const [row] = await read('CrmCustomer', { customerId: typesId });
    expect(row).toMatchObject({ contactsIds: `${first},${second}`, businessIds: '', businessList: [], isEvent: 1 });
    expect(row?.contactsList).toEqual([
      { id: first, name: '甲联系' },
      { id: second, name: '乙联系' },
    ]);
    expect((await ask('CrmContacts/queryById', { contactsId: second })).data).toMatchObject({ nextTime });
    const own = await read('CrmContacts', { contactsId: first });
    expect(own.map(({ content, types, typesName }) => [content, types, typesName])).toEqual([
      ['只说甲', 'crm_contacts', ''],
      ['谈过', 'crm_customer', '联动公司'],
    ]);
    const log = (await ask('CrmRecord/queryRecordList', { actionId: second, types: 'crm_contacts' })).data;
    expect(JSON.stringify(log)).toContain('添加了跟进记录');
  });

  it('stand beside opportunities, which get the next contact as well', async () => {
    const typesId = await customer('商机公司');
    const entity = { business_name: '联动商机', customer_id: typesId, type_id: 1 };
    const saved = await ask('CrmBusiness/addOrUpdate', { entity, field: [] }, 'admin');
    const { businessId } = saved.data as { businessId: number };
    const nextTime = `${await day(3)} 10:00:00`;
    expect((await write(typesId, { businessIds: [businessId], nextTime }, 'admin')).msg).toBe('');
    const [row] = await read('CrmCustomer', { customerId: typesId }, 'admin');
    expect(row).toMatchObject({
      businessIds: String(businessId),
      businessList: [{ id: businessId, name: '联动商机' }],
      contactsList: [],
    });
    expect((await ask('CrmBusiness/queryById', { businessId }, 'admin')).data).toMatchObject({ nextTime });
    expect((await read('CrmBusiness', { businessId }, 'admin')).map(({ content }) => content)).toEqual(['谈过']);
  });

  it('are refused and left out where the reader cannot see them, or the customer', async () => {
    const typesId = await customer('界限公司', 'admin');
    const mine = await customer('自有公司');
    const hidden = await contact('外人', typesId, 'admin');
    for (const body of [{ contactsIds: [hidden] }, { contactsIds: [99_999_999] }, { businessIds: [1] }]) {
      expect((await write(mine, body)).code).toBe(404);
    }
    expect(await read('CrmCustomer', { customerId: mine })).toEqual([]);
    // another person's contact, for a customer that its owner does not see
    const own = await contact('内人', mine);
    expect((await write(typesId, { content: '机密', contactsIds: [own] }, 'admin')).msg).toBe('');
    expect(await read('CrmContacts', { contactsId: own })).toEqual([]);
    expect((await read('CrmContacts', { contactsId: own }, 'admin')).map(({ content }) => content)).toEqual(['机密']);
    // a team member of the customer sees the follow-up, but not its contact
    const { userId } = company.people.stranger;
    await ask('CrmCustomer/addMembers', { ids: [mine], memberIds: [userId], power: 1 }, 'manager');
    expect((await write(mine, { contactsIds: [own] })).msg).toBe('');
    const [shown] = await read('CrmCustomer', { customerId: mine }, 'stranger');
    expect(shown).toMatchObject({ content: '谈过', contactsIds: '', contactsList: [] });
  });

  it('move when contacts are merged, and back with the undo', async () => {
    const typesId = await customer('并联公司');
    const [kept, gone] = [await contact('留下', typesId), await contact('并入', typesId)];
    await write(typesId, { contactsIds: [gone] });
    const merged = await ask('CrmContacts/mergeContacts', { targetId: kept, ids: [gone] }, 'manager');
    expect(merged.msg).toBe('');
    expect((await read('CrmCustomer', { customerId: typesId }))[0]?.contactsIds).toBe(String(kept));
    expect(await read('CrmContacts', { contactsId: kept })).toHaveLength(1);
    await ask('operation/undo', { operationId: (merged.data as { operationId: number }).operationId }, 'manager');
    expect((await read('CrmCustomer', { customerId: typesId }))[0]?.contactsIds).toBe(String(gone));
  });
});

describe('the kind of a follow-up', () => {
  it('is one that the company has set up, by its name in any language', async () => {
    const typesId = await customer('方式公司');
    const [refused, inEnglish] = [
      await write(typesId, { category: '飞鸽传书' }),
      await write(typesId, { category: 'Phone call' }),
    ];
    expect([refused.code, refused.msg]).toEqual([422, '没有跟进类型“飞鸽传书”，可选：打电话、发短信、上门拜访']);
    expect(inEnglish.msg).toBe('');
    expect(await read('CrmCustomer', { customerId: typesId })).toMatchObject([{ category: '打电话' }]);
  });
});

describe('the list of follow-ups', () => {
  it('is filtered by kind, person, days and text', async () => {
    const typesId = await customer('筛选公司', 'seller');
    await write(typesId, { content: '谈报价 100%' }, 'seller');
    await write(typesId, { content: '发了合同 😀', category: '发短信' }, 'manager');
    await sql`update follow_up set create_time = now() - interval '3 days' where types_id = ${typesId} and category = '打电话'`.execute(
      company.db,
    );
    const found = async (filter: Record<string, unknown>) =>
      (await read('CrmCustomer', { customerId: typesId, ...filter })).map(({ content }) => content);
    const [old, recent] = ['谈报价 100%', '发了合同 :grinning:'];
    expect(await found({})).toEqual([recent, old]);
    expect(await found({ category: '打电话' })).toEqual([old]);
    expect(await found({ createUserId: company.people.manager.userId })).toEqual([recent]);
    expect(await found({ startDate: await day(-1) })).toEqual([recent]);
    expect(await found({ startDate: await day(-3), endDate: await day(-3) })).toEqual([old]);
    expect(await found({ search: '0%' })).toEqual([old]);
    expect(await found({ search: '😀' })).toEqual([recent]);
    expect(await found({ search: '_' })).toEqual([]);
    expect(await found({ page: 2, limit: 1 })).toEqual([old]);
    expect((await ask('CrmCustomer/getRecord', { customerId: typesId, endDate: '昨天' })).code).toBe(422);
  });

  it('stores emoji by name and shows them wherever the last follow-up is shown', async () => {
    const customerId = await customer('表情公司');
    await write(customerId, { content: '很好👍，10:30:00 见 :smile:' });
    expect((await read('CrmCustomer', { customerId }))[0]?.content).toBe('很好:thumbs_up:，10:30:00 见 :smile:');
    const lastContent = '很好👍，10:30:00 见 😊';
    expect((await ask('CrmCustomer/queryById', { customerId })).data).toMatchObject({ lastContent });
    const { list } = (await ask('CrmCustomer/queryPageList', { search: '表情公司' })).data as { list: object[] };
    expect(list).toMatchObject([{ lastContent }]);
  });
});

describe('people mentioned in a follow-up', () => {
  const mentions = async (as: PersonName) =>
    (await ask('system/message/queryMentions', {}, as)).data as {
      list: MentionRow[];
      totalRow: number;
      unreadNum: number;
    };

  it('are notified until they have read it, as long as they may read the record', async () => {
    const typesId = await customer('提醒公司');
    const { manager, seller } = company.people;
    const mentionIds = [manager.userId, seller.userId];
    expect((await write(typesId, { content: '@孙经理 请看:smile:', mentionIds })).msg).toBe('');
    expect((await read('CrmCustomer', { customerId: typesId }))[0]?.mentions).toEqual([
      { userId: manager.userId, realname: '孙经理' },
    ]);
    const told = await mentions('manager');
    expect(told).toMatchObject({ totalRow: 1, unreadNum: 1 });
    expect(told.list).toMatchObject([
      { types: 'crm_customer', typesId, typesName: '提醒公司', realname: '王芳', isRead: 0 },
    ]);
    // the author is not notified
    expect(await mentions('seller')).toMatchObject({ totalRow: 0, unreadNum: 0 });
    const { rows } = await sql<{
      to_user: number;
    }>`select to_user from push_event where type = 'record.mentioned'`.execute(company.db);
    expect(rows).toEqual([{ to_user: manager.userId }]);
    const mentionId = told.list[0]?.mentionId;
    await ask('system/message/readMentions', { mentionId }, 'peer');
    expect((await mentions('manager')).unreadNum).toBe(1);
    await ask('system/message/readMentions', { mentionId }, 'manager');
    expect(await mentions('manager')).toMatchObject({ totalRow: 1, unreadNum: 0, list: [{ isRead: 1 }] });
    await write(typesId, { mentionIds });
    expect((await mentions('manager')).unreadNum).toBe(1);
    await ask('system/message/readMentions', {}, 'manager');
    expect((await mentions('manager')).unreadNum).toBe(0);
    const moved = { customerIds: [typesId], newOwnerUserId: company.people.stranger.userId };
    await ask('CrmCustomer/transfer', moved, 'admin');
    expect(await mentions('manager')).toEqual({ list: [], totalRow: 0, unreadNum: 0 });
  });

  it('are refused by name when they may not read the record, and are not offered', async () => {
    const typesId = await customer('保密公司');
    const { manager, stranger, hr } = company.people;
    const refused = await write(typesId, { mentionIds: [stranger.userId, manager.userId, hr.userId] });
    expect([refused.code, refused.msg]).toEqual([422, '周远、吴人事无权查看此记录，不能@提醒']);
    expect((await write(typesId, { mentionIds: [999_999] })).code).toBe(422);
    expect(await read('CrmCustomer', { customerId: typesId })).toEqual([]);
    const offered = async (search: string, as?: PersonName) => {
      const answer = await ask('CrmRecord/queryMentionList', { actionId: typesId, types: 'crm_customer', search }, as);
      return answer.code === 0 ? (answer.data as { realname: string }[]).map(({ realname }) => realname) : answer.code;
    };
    expect(await offered('')).toEqual(['孙经理', 'admin']);
    expect(await offered('孙')).toEqual(['孙经理']);
    expect(await offered('sjl')).toEqual(['孙经理']);
    expect(await offered('周')).toEqual([]);
    expect(await offered('', 'manager')).toEqual(['王芳', 'admin']);
    expect(await offered('', 'stranger')).toBe(404);
  });
});

describe('the files of a record', () => {
  const attach = async (name: string, batchId?: string) => {
    const sent = await company.call('file/upload', batchId === undefined ? {} : { batchId }, {
      as: company.people.seller,
      file: { name, content: Buffer.from(name) },
    });
    expect(sent.msg ?? '').toBe('');
    return String(sent.body['batchId']);
  };
  const files = (actionId: number, more: Record<string, unknown> = {}, as?: PersonName) =>
    ask('CrmRecord/queryFileList', { actionId, types: 'crm_customer', ...more }, as);
  const counts = (actionId: number, as?: PersonName) =>
    ask('CrmRecord/queryCounts', { actionId, types: 'crm_customer' }, as);

  it('include those of its follow-ups, with where they came from, as far as the reader sees these', async () => {
    const id = await customer('附件公司');
    const { batchId } = (await ask('CrmCustomer/queryById', { customerId: id })).data as { batchId: string };
    await attach('合同.txt', batchId);
    // refers to a contact, which shows it too
    const person = await contact('附件联系人', id);
    await write(id, { batchId: await attach('现场.txt'), category: '上门拜访', contactsIds: [person] });
    await write(id, { content: '没有附件' });
    const { data } = await files(id);
    expect(data).toMatchObject({
      totalRow: 2,
      list: [
        { name: '现场.txt', category: '上门拜访', followUpTime: expect.stringMatching(/^\d{4}-/) },
        { name: '合同.txt', followUpId: 0, followUpTime: null, category: '' },
      ],
    });
    expect((await files(id, { page: 2, limit: 1 })).data).toMatchObject({ totalRow: 2, list: [{ name: '合同.txt' }] });
    expect((await counts(id)).data).toEqual({ followUps: 2, files: 2 });
    expect([(await files(id, {}, 'stranger')).code, (await counts(id, 'stranger')).code]).toEqual([404, 404]);
    const ofContact = { types: 'crm_contacts' };
    expect((await files(person, ofContact)).data).toMatchObject({ totalRow: 1, list: [{ name: '现场.txt' }] });
    // a deleted follow-up takes its files along
    const [, second] = await read('CrmCustomer', { customerId: id });
    await ask('CrmRecord/deleteFollowRecord', { recordId: second?.recordId ?? 0 });
    expect((await counts(id)).data).toEqual({ followUps: 1, files: 1 });
  });
});
