import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendMessages } from '#server/messages/send.ts';
import { answerJson, openFakeTarget, type FakeTarget } from '#server/testing/outside/fake-target.ts';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { ChannelRow, SentRow, UseRow } from '#shared/crm/messaging-services/messaging-calls.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { messagingCalls } from '#shared/crm/messaging-services/messaging-calls.ts';

let fake: FakeTarget;
let company: Company;
const logged: string[] = [];
beforeAll(async () => {
  fake = await openFakeTarget();
  const { openLog } = await import('#server/platform/log/log.ts');
  const log = openLog('trace', { write: (line: string) => void logged.push(line) });
  company = await openCompany({
    jobs: true,
    log,
    env: { OUTSIDE_PRIVATE_HOSTS: fake.host, PUBLIC_URL: 'https://crm.example.com' },
  });
});
afterAll(async () => {
  await company.close();
  fake.close();
});
beforeEach(async () => {
  await sql`delete from outbox`.execute(company.db);
  await sql`delete from outside_key`.execute(company.db);
  await sql`delete from sms_blacklist`.execute(company.db);
  await sql`delete from app_setting where name = 'company_registry'`.execute(company.db);
  await sql`update message_channel set is_on = 0, url = '', request = '', words = '', types = '{}'`.execute(company.db);
  fake.received.length = 0;
  fake.answer = (_received, response) => answerJson(response, { errcode: 0, errmsg: 'ok' });
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`CrmMessagingService/${call}`, body, { as });
const settings = async () => (await ask('querySettings')).data as OutputOf<typeof messagingCalls.settings>;
const channel = async (name: string) => (await settings()).channels.find((one) => one.channel === name) as ChannelRow;
const sent = async (filter: Record<string, unknown> = {}) =>
  ((await ask('queryPageList', filter)).data as { list: SentRow[] }).list;
const secret = 'key-that-nobody-sees';
const robot = (body: Record<string, unknown> = {}) => ({
  channel: 'wecom',
  isOn: 1,
  url: `${fake.url}/send`,
  key: secret,
  types: '100',
  ...body,
});
const textMessage = (body: Record<string, unknown> = {}) => ({
  channel: 'sms',
  isOn: 1,
  url: `${fake.url}/sms`,
  key: secret,
  request: '{"to":"{phone}","text":"{content}","id":"{id}"}',
  types: '100',
  ...body,
});
const save = async (body: Record<string, unknown>) => {
  expect((await ask('saveChannel', body)).msg).toBe('');
};
let count = 0;
const askForApproval = (name = 'approval.asked') =>
  company.db.transaction().execute((trx) =>
    sendMessages(trx, [
      {
        name,
        to: [company.people.peer.userId],
        causedBy: company.people.seller.userId,
        event: `event ${(count += 1)}`,
        subject: { type: contractType, id: 1 },
      },
    ]),
  );

describe('a channel', () => {
  it('sends the messages that were chosen, without the name of the record', async () => {
    await save(robot());
    await askForApproval();
    await askForApproval('approval.passed');
    await expect.poll(() => fake.received.length).toBe(1);
    const [{ path, body } = { path: '', body: '' }] = fake.received;
    expect(path).toBe(`/send?key=${secret}`);
    const { peer, seller } = company.people;
    expect(JSON.parse(body)).toEqual({
      msgtype: 'text',
      text: {
        content: `${peer.realname}，您好：${seller.realname}提交的合同「…」等待您审批 https://crm.example.com`,
      },
    });
    await expect.poll(() => sent()).toMatchObject([{ channel: 'wecom', state: 1, userName: peer.realname, isTest: 0 }]);
  });

  it('sends nothing while it is off, and a test all the same, to whoever asks for it', async () => {
    await save(robot({ isOn: 0, words: '{name}：{title}' }));
    await askForApproval();
    expect((await ask('testChannel', { channel: 'wecom' })).msg).toBe('');
    await expect.poll(() => fake.received.length).toBe(1);
    expect(fake.received[0]?.body).toContain(`${company.people.admin.realname}：这是一条测试消息`);
    await expect.poll(() => sent()).toMatchObject([{ state: 1, isTest: 1 }]);
  });

  it('sends text messages in the request of the service, which no value changes', async () => {
    await sql`update app_user set mobile = '13800001234', realname = '"},{"to":"1' where user_id = ${company.people.peer.userId}`.execute(
      company.db,
    );
    await save(textMessage({ words: '{name} {title}' }));
    await askForApproval();
    await expect.poll(() => fake.received.length).toBe(1);
    const { body = '', headers = {} as Record<string, string> } = fake.received[0] ?? {};
    expect(JSON.parse(body)).toEqual({
      to: '13800001234',
      text: `"},{"to":"1 ${company.people.seller.realname}提交的合同「…」等待您审批`,
      id: headers['idempotency-key'],
    });
    expect(headers['authorization']).toBe(`Bearer ${secret}`);
    await sql`update app_user set realname = ${company.people.peer.realname} where user_id = ${company.people.peer.userId}`.execute(
      company.db,
    );
  });

  it.each([
    ["'{}', 1", 4, '短信黑名单'],
    ["'{}', 0", 1, ''],
    ["'{marketing}', 1", 1, ''],
  ])('asks the blacklist before a text message leaves: %s', async (entry, state, reason) => {
    const { peer, admin } = company.people;
    await sql`update app_user set mobile = '13800001234' where user_id = ${peer.userId}`.execute(company.db);
    await sql`insert into sms_blacklist (area_code, phone, create_user_id, business_keys, enable_flag)
      values ('86', '13800001234', ${admin.userId}, ${sql.raw(entry)})`.execute(company.db);
    await save(textMessage());
    await askForApproval();
    await expect.poll(() => sent()).toMatchObject([{ state, reason: expect.stringContaining(reason) as unknown }]);
    expect(fake.received).toHaveLength(state === 1 ? 1 : 0);
  });

  it('leaves out what was dealt with before it left', async () => {
    await save(robot());
    await company.db.transaction().execute(async (trx) => {
      await sendMessages(trx, [
        { name: 'approval.asked', to: [company.people.peer.userId], causedBy: null, event: `event ${(count += 1)}` },
      ]);
      await sql`update message set read_at = now() where event_key = ${`event ${count}`}`.execute(trx);
    });
    await expect.poll(() => sent()).toMatchObject([{ state: 4, reason: '发出前已经处理或已读' }]);
  });

  it('shows what the robot said when it refused, and repeats and drops that', async () => {
    fake.answer = (_received, response) => answerJson(response, { errcode: 93_000, errmsg: 'invalid webhook url' });
    await save(robot());
    await askForApproval();
    await expect
      .poll(() => sent())
      .toMatchObject([{ state: 2, reason: '对方拒绝 · 93000 invalid webhook url', tries: 1 }]);
    const [{ id } = { id: 0 }] = await sent({ state: 2, channel: 'wecom' });
    fake.answer = (_received, response) => answerJson(response, { errcode: 0 });
    expect((await ask('repeatByIds', { ids: String(id) })).code).toBe(0);
    await expect.poll(() => sent()).toMatchObject([{ state: 1 }]);
    expect(await ask('dropByIds', { ids: String(id) })).toMatchObject({ code: 422 });
    expect((await ask('dropByIds', { ids: String(id + 1000) })).code).toBe(404);
  });
});

describe('what cannot be sent', () => {
  it.each([
    [{ url: 'http://example.com/' }, '服务地址不允许'],
    [{ url: 'https://127.0.0.1/' }, '服务地址不允许'],
    [{ url: 'https://2130706433/' }, '服务地址不允许'],
    [{ url: 'https://[::ffff:7f00:1]/' }, '服务地址不允许'],
    [{ url: 'https://a@example.com/' }, '服务地址不允许'],
    [{ url: 'javascript:alert(1)' }, '服务地址不允许'],
    [{ request: '{"to":"{phone}"' }, '不是 JSON'],
    [{ request: '{"to":"{phone}"}' }, '请求内容缺少占位符 {content}'],
    [{ request: '{"to":"{phone}","a":"{content}{secret}"}' }, '没有占位符 {secret}'],
    [{ words: '{customer}' }, '消息文字中没有占位符 {customer}'],
    [{ types: '99999' }, '消息不存在'],
    [{ request: '' }, '设置不完整'],
    [{ words: '长'.repeat(301) }, '消息文字'],
  ])('is refused in words: %j', async (body, words) => {
    expect(await ask('saveChannel', textMessage(body))).toMatchObject({
      code: 422,
      msg: expect.stringContaining(words) as unknown,
    });
    expect(await channel('sms')).toMatchObject({ isOn: 0, hasKey: 0, url: '' });
  });
});

describe('a key', () => {
  it('never follows to another service, neither by the form nor by taking a change back', async () => {
    await save(robot());
    await save(robot({ key: '', words: '{title}' }));
    expect(await channel('wecom')).toMatchObject({ hasKey: 1, words: '{title}' });
    expect(await ask('saveChannel', robot({ key: '', url: 'https://other.example.com/send' }))).toMatchObject({
      code: 422,
      msg: '地址换成了另一个服务，请重新填写密钥',
    });
    await save(robot({ url: 'https://other.example.com/send', key: 'another' }));
    const changes = (
      (await company.call('system/setting/queryChangeList', { kinds: 'message_channel' }, { as: company.people.admin }))
        .data as { list: { changeId: number }[] }
    ).list;
    const undo = { changeId: changes[0]?.changeId };
    expect((await company.call('system/setting/undoChange', undo, { as: company.people.admin })).code).toBe(0);
    expect(await channel('wecom')).toMatchObject({ hasKey: 0, url: `${fake.url}/send` });
  });

  it('is in no answer, log, change, or row of the database', async () => {
    await save(robot());
    await save(textMessage());
    expect((await ask('saveRegistry', { isOn: 1, url: fake.url, key: secret })).code).toBe(0);
    await askForApproval();
    await expect.poll(async () => (await sent()).filter(({ state }) => state !== 0).length).toBe(2);
    const answers = [await settings(), await sent(), await ask('queryUseList')];
    const changes = await company.call('system/setting/queryChangeList', {}, { as: company.people.admin });
    expect(JSON.stringify([answers, changes, logged])).not.toContain(secret);
    for (const table of [
      'outbox',
      'outside_key',
      'message_channel',
      'setting_change',
      'app_setting',
      'audit_log',
      'idempotency',
    ]) {
      const { rows } = await sql<{ row: string }>`select t::text as row from ${sql.table(table)} t`
        .execute(company.db)
        .catch(() => ({ rows: [] }));
      expect([table, rows.filter(({ row }) => row.includes(secret))]).toEqual([table, []]);
    }
  });
});

describe('the company registry', () => {
  const company_ = { Name: '测试科技有限公司', CreditCode: '' };
  it('is asked where the page says, and who asked is kept, with what is left', async () => {
    fake.answer = (_received, response) =>
      answerJson(response, { status: 200, message: '', result: [company_], total: 1, remaining: 41 });
    expect((await settings()).registry).toMatchObject({ source: 'table', remaining: null });
    expect((await ask('saveRegistry', { isOn: 1, url: `${fake.url}/companies`, key: secret })).msg).toBe('');
    const answer = await company.call('CrmLeads/fuzzySearch', { searchKey: '测试' }, { as: company.people.admin });
    expect(answer.data).toMatchObject({ status: 200, total: 1 });
    expect(fake.received[0]?.path).toContain(`key=${secret}`);
    expect((await settings()).registry).toMatchObject({ source: 'page', hasKey: 1, remaining: 41 });
    expect(((await ask('queryUseList')).data as { list: UseRow[] }).list).toMatchObject([
      { userName: company.people.admin.realname, askedFor: '测试', isAnswered: 1 },
    ]);
    expect((await ask('testRegistry')).data).toEqual({ isAnswered: 1, message: '服务已回答，找到 1 家企业' });
    fake.answer = (_received, response) => response.writeHead(500).end();
    expect((await ask('testRegistry')).data).toMatchObject({ isAnswered: 0 });
    expect((await ask('saveRegistry', { isOn: 0, url: `${fake.url}/companies` })).code).toBe(0);
    expect((await settings()).registry).toMatchObject({ source: 'table', hasKey: 1 });
  });
});

describe('the right to the services', () => {
  it('is asked for by every call', async () => {
    const calls: [string, Record<string, unknown>][] = [
      ['querySettings', {}],
      ['queryUseList', {}],
      ['queryPageList', {}],
      ['saveRegistry', { isOn: 0, url: '' }],
      ['testRegistry', {}],
      ['saveChannel', robot({ isOn: 0 })],
      ['testChannel', { channel: 'wecom' }],
      ['repeatByIds', { ids: '1' }],
      ['dropByIds', { ids: '1' }],
    ];
    const codes = async (as: Who) => {
      const answers: number[] = [];
      for (const [call, body] of calls) answers.push((await ask(call, body, as)).code);
      return answers;
    };
    expect(new Set(await codes(company.people.stranger))).toEqual(new Set([403]));
    const { agent } = company.people;
    const [menuId] = menuIdsBelow('manage:crm:enterpriseInfo');
    await sql`delete from role_menu where role_id = 9`.execute(company.db);
    await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
    await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
    await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect(await codes({ token: await tokenFor(company.db, agent.userId) })).toEqual([0, 0, 0, 0, 0, 0, 0, 404, 404]);
  });
});
