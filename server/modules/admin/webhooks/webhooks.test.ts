import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { recordEvents } from '#server/record/rows/events.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { openFakeTarget, type FakeTarget } from '#server/testing/outside/fake-target.ts';
import type { Webhook, WebhookLogRow } from '#shared/admin/webhooks/webhook-calls.ts';
import { webhookEvents } from '#shared/admin/webhooks/webhook-events.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { callPath, type NamedCall } from '#shared/record/capabilities/call-paths.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let fake: FakeTarget;
let company: Company;
const logged: string[] = [];
beforeAll(async () => {
  fake = await openFakeTarget();
  const { openLog } = await import('#server/platform/log/log.ts');
  const log = openLog('trace', { write: (line: string) => void logged.push(line) });
  company = await openCompany({ jobs: true, log, env: { OUTSIDE_PRIVATE_HOSTS: fake.host } });
});
afterAll(async () => {
  await company.close();
  fake.close();
});
beforeEach(async () => {
  await sql`delete from outbox`.execute(company.db);
  await sql`delete from webhook`.execute(company.db);
  await sql`delete from outside_key`.execute(company.db);
  fake.received.length = 0;
  fake.answer = (_received, response) => response.end();
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(`system/webhook/${call}`, body, { as });
const good = async <T>(call: string, body: Record<string, unknown> = {}): Promise<T> => {
  const answer = await ask(call, body);
  expect(answer.msg).toBe('');
  return answer.data as T;
};
let names = 0;
const given = (body: Record<string, unknown> = {}) => ({
  name: `推送${(names += 1)}`,
  url: `${fake.url}/hook?from=jianye`,
  isOn: 1,
  types: ['crm_customer'],
  events: [...webhookEvents],
  ...body,
});
const save = async (body: Record<string, unknown> = {}) => (await good<{ id: number }>('save', given(body))).id;
const secretOf = async (id: number) => (await good<{ secret: string }>('newSecret', { id })).secret;
const open = async (body: Record<string, unknown> = {}) => {
  const id = await save(body);
  return { id, secret: await secretOf(id) };
};
const list = async () => (await good<{ list: Webhook[] }>('queryList')).list;
const log = async (id: number, filter: Record<string, unknown> = {}) =>
  (await good<{ list: WebhookLogRow[] }>('queryLog', { id, ...filter })).list;
const newest = async (id: number) => (await log(id))[0];
const becomes = (id: number, expected: object, timeout = 5000) =>
  expect.poll(() => newest(id), { timeout }).toMatchObject(expected);
const due = async () => {
  await sql`update outbox set next_try_at = now() where state = 0`.execute(company.db);
  await company.services.jobs.send(company.db, 'outbox.deliver', {});
};
const entries = async () =>
  (
    await sql<{ target: string; payload: object }>`select target, payload from outbox order by outbox_id`.execute(
      company.db,
    )
  ).rows;

const call = async <T>(path: string, body: Record<string, unknown>, as: Who = company.people.seller): Promise<T> => {
  const answer = await company.call(path, body, { as });
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
};
const newCustomer = async (name: string, more: Record<string, unknown> = {}) =>
  (
    await call<{ customerId: number }>('CrmCustomer/addOrUpdate', {
      entity: { customerName: name, ...more },
      field: [],
    })
  ).customerId;
/** What arrived, as a program reads it. */
const heard = () => fake.received.map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const events = () => heard().map(({ event }) => event);

describe('a webhook', () => {
  it('is told of an event, signed, with ids and names of fields and no value', async () => {
    const { secret } = await open();
    expect(secret).toMatch(/^[0-9a-f]{64}$/);
    const { seller } = company.people;
    const id = await newCustomer('机密客户', { remark: '绝密备注' });
    await expect.poll(() => fake.received.length).toBe(1);
    await call('CrmCustomer/addOrUpdate', {
      entity: { customerId: id, customerName: '机密客户', remark: '改过的秘密' },
      field: [],
    });
    await expect.poll(() => fake.received.length).toBe(2);
    const [first, second] = heard();
    const actor = { id: seller.userId, name: seller.realname };
    expect(first).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/) as unknown,
      event: 'created',
      type: 'crm_customer',
      recordId: id,
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/) as unknown,
      actor,
      fields: [],
    });
    expect(second).toMatchObject({ event: 'changed', recordId: id, actor, fields: [{ id: 'remark', name: '备注' }] });
    for (const { path, headers, body } of fake.received) {
      expect(path).toBe('/hook?from=jianye');
      const time = String(headers['x-jianye-time']);
      expect(Math.abs(Number(time) - Date.now() / 1000)).toBeLessThan(30);
      const mac = createHmac('sha256', secret).update(`${time}.${body}`).digest('hex');
      expect(headers['x-jianye-signature']).toBe(`sha256=${mac}`);
      expect(headers['x-jianye-id']).toBe((JSON.parse(body) as { id: string }).id);
      expect(body).not.toMatch(/机密|绝密|秘密/);
    }
    expect(JSON.stringify(await entries())).not.toMatch(/机密|绝密|秘密/);
  });

  it('is told of what it was chosen for alone, and of nothing while it is off', async () => {
    await open({ types: ['crm_leads'] });
    await open({ events: ['deleted'] });
    await open({ isOn: 0 });
    await newCustomer('没有人听');
    expect(await entries()).toEqual([]);
  });

  it('is told by each act what came of it, and by its undo too', async () => {
    const { peer, admin } = company.people;
    const ids = { [customerType.idsKey]: await newCustomer('来来去去') };
    await open();
    const act = (path: string, body: Record<string, unknown> = ids) => call<{ operationId: number }>(path, body, admin);
    const undo = ({ operationId }: { operationId: number }) => act('operation/undo', { operationId });
    const of = (name: NamedCall) => callPath(customerType, name);
    await undo(await act(of('transfer'), { ...ids, newOwnerUserId: peer.userId, transferType: 1 }));
    await act('CrmCustomer/lock', { ids: ids[customerType.idsKey], isLock: 1 });
    await act(of('addMembers'), { ids: ids[customerType.idsKey], memberIds: [peer.userId], power: 1 });
    await undo(await act(of('remove')));
    await act(of('remove'));
    await undo(await act(of('restore')));
    await expect.poll(() => fake.received.length).toBe(9);
    expect(events()).toEqual([
      'owner_changed',
      'owner_changed',
      'state_changed',
      'team_changed',
      'deleted',
      'restored',
      'deleted',
      'restored',
      'deleted',
    ]);
  });

  it('is told of events of every registered type', async () => {
    const types = recordModules().map(({ type }) => type);
    await save({ types: types.map(({ name }) => name), events: ['changed'] });
    await company.db.transaction().execute(async (trx) => {
      for (const type of types)
        await recordEvents(trx, type, company.people.admin.userId, [{ verb: 'changed', recordId: 7, version: 2 }]);
    });
    const told = (await entries()).map(({ payload }) => payload);
    expect(told).toMatchObject(types.map(({ name }) => ({ event: 'changed', type: name, recordId: 7, fields: [] })));
    expect(told.length).toBeGreaterThanOrEqual(10);
  });

  it('is told of every record of an act on many, each once', { timeout: 60_000 }, async () => {
    const { admin, peer } = company.people;
    const { rows } = await sql<{ id: number }>`
      insert into customer (customer_name, batch_id, owner_user_id, create_user_id)
      select '成批' || n, gen_random_uuid()::text, ${admin.userId}, ${admin.userId} from generate_series(1, 230) n
      returning customer_id as id`.execute(company.db);
    const ids = rows.map(({ id }) => id);
    await open({ events: ['owner_changed'] });
    await call(
      callPath(customerType, 'transfer'),
      { [customerType.idsKey]: ids, newOwnerUserId: peer.userId, transferType: 1 },
      admin,
    );
    await expect.poll(() => fake.received.length, { timeout: 30_000 }).toBe(ids.length);
    expect(heard().map(({ recordId }) => recordId)).toEqual(expect.arrayContaining(ids));
    expect(new Set(heard().map(({ id }) => id)).size).toBe(ids.length);
  });

  it('is told nothing of a save that was refused or rolled back', async () => {
    await open();
    const refused = await company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customerName: '' }, field: [] },
      { as: company.people.seller },
    );
    expect(refused.code).not.toBe(0);
    const work = company.db.transaction().execute(async (trx) => {
      await recordEvents(trx, customerType, company.people.admin.userId, [{ verb: 'changed', recordId: 1 }]);
      expect((await sql`select from outbox`.execute(trx)).rows).toHaveLength(1);
      throw new Error('refused');
    });
    await expect(work).rejects.toThrow('refused');
    expect(await entries()).toEqual([]);
  });

  it('leaves out what waits when it is switched off or deleted', async () => {
    fake.answer = (_received, response) => response.writeHead(503).end();
    const { id } = await open();
    await newCustomer('等着');
    await becomes(id, { state: 0, status: 503 });
    const [webhook] = await list();
    expect(webhook).toMatchObject({ waiting: 1, failed: 0, hasSecret: 1 });
    await good('save', given({ id, isOn: 0 }));
    await due();
    await becomes(id, { state: 4, reason: '已停用' });
    await good('delete', { id });
    expect(await list()).toEqual([]);
    expect((await sql`select from outside_key`.execute(company.db)).rows).toEqual([]);
    expect((await ask('queryLog', { id })).code).toBe(404);
  });
});

describe('a delivery', () => {
  it('is tried again until it has been tried often enough, and is replayed by a person with the same id', async () => {
    fake.answer = (_received, response) => response.writeHead(500).end();
    const { id } = await open();
    await newCustomer('再试');
    await becomes(id, { state: 0, tries: 1, status: 500 });
    const waiting = await newest(id);
    expect((await ask('replay', { id, ids: waiting?.id })).msg).toBe('等待发送的记录不能重新推送，请刷新');
    for (let tries = 2; tries <= 8; tries += 1) {
      await due();
      await becomes(id, { tries, reason: '对方出错' });
    }
    await becomes(id, { state: 2, tries: 8, status: 500, reason: '对方出错' });
    fake.answer = (_received, response) => response.writeHead(204).end();
    await good('replay', { id, ids: waiting?.id });
    await becomes(id, { state: 1, tries: 1, status: 204 });
    // also one that has arrived
    await good('replay', { id, ids: waiting?.id });
    await expect.poll(() => fake.received.length).toBe(10);
    expect(new Set(fake.received.map(({ headers }) => headers['x-jianye-id'])).size).toBe(1);
  });

  it('is not tried again where the target refuses, redirects, or answers too much', async () => {
    const { id } = await open();
    const answers: [FakeTarget['answer'], object][] = [
      [(_received, response) => response.writeHead(302, { location: `${fake.url}/inside` }).end(), { status: 302 }],
      [(_received, response) => response.writeHead(410).end(), { status: 410 }],
      [(_received, response) => response.end('x'.repeat(2 * 1024 * 1024)), { reason: '对方的回答不符合约定' }],
    ];
    for (const [answer, expected] of answers) {
      fake.answer = answer;
      await good('test', { id });
      await becomes(id, { event: 'ping', typeName: '', recordId: null, state: 2, tries: 1, ...expected });
    }
    expect(fake.received.map(({ path }) => path)).toEqual(answers.map(() => '/hook?from=jianye'));
  });

  it('gives up a target that hangs, and another webhook does not wait for it', { timeout: 30_000 }, async () => {
    fake.answer = ({ path }, response) => (path === '/fine' ? response.end() : undefined);
    const { id } = await open();
    const { id: other } = await open({ url: `${fake.url}/fine` });
    await newCustomer('等不到');
    await becomes(other, { state: 1 });
    await becomes(id, { state: 0, tries: 1, reason: '对方没有按时回答', status: null }, 15_000);
  });

  it('never goes into a closed network unless the environment lists it', async () => {
    for (const url of [
      'https://127.0.0.1/hook',
      'https://0x7f.1/',
      'https://[::ffff:7f00:1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://user@example.com/',
      'http://example.com/',
      `http://127.0.0.1:1/`,
      'file:///etc/passwd',
    ])
      expect([url, (await ask('save', given({ url }))).code]).toEqual([url, 422]);
    // a name says nothing before it is resolved
    const { id } = await open({ url: 'https://localhost/hook' });
    await good('test', { id });
    await becomes(id, { state: 2, tries: 1, reason: '地址不允许访问', status: null });
  });
});

describe('the settings of webhooks', () => {
  it('take names, types and events that there are, and as many webhooks as are allowed', async () => {
    const id = await save({ name: '仓库' });
    expect((await ask('save', given({ name: '仓库' }))).msg).toBe('已有名为“仓库”的推送');
    expect((await ask('save', given({ types: ['crm_nothing'] }))).msg).toContain('模块不存在');
    for (const wrong of [
      { types: [] },
      { events: [] },
      { events: ['exploded'] },
      { name: ' ' },
      { name: '长'.repeat(51) },
    ])
      expect([wrong, (await ask('save', given(wrong))).code]).toEqual([wrong, 422]);
    for (let count = 1; count < 20; count += 1) await save();
    expect((await ask('save', given())).msg).toBe('最多 20 个推送');
    expect((await ask('save', given({ id, name: '仓库二' }))).code).toBe(0);
    expect(await list()).toHaveLength(20);
  });

  it('tell the secret once, and neither the list, the log, the history nor the database tells it again', async () => {
    const { id, secret } = await open({ isOn: 0 });
    const again = await secretOf(id);
    expect(again).not.toBe(secret);
    const told = JSON.stringify([
      await list(),
      await log(id),
      (await company.call('system/setting/queryChangeList', { kinds: 'webhook' }, { as: company.people.admin })).data,
      (await sql`select * from outside_key`.execute(company.db)).rows,
      (await sql`select * from audit`.execute(company.db)).rows,
      (await sql`select * from idempotency`.execute(company.db)).rows,
      logged,
    ]);
    for (const one of [secret, again]) expect(told).not.toContain(one);
  });

  it('are taken back; a webhook that comes back has no secret and sends nothing before it has one', async () => {
    const { id } = await open({ name: '回来' });
    await good('delete', { id });
    const changes = async () =>
      (
        (await company.call('system/setting/queryChangeList', { kinds: 'webhook' }, { as: company.people.admin }))
          .data as { list: SettingChange[] }
      ).list;
    const undo = await company.call(
      'system/setting/undoChange',
      { changeId: (await changes())[0]?.changeId },
      { as: company.people.admin },
    );
    expect(undo.msg).toBe('');
    expect(await list()).toMatchObject([{ id, name: '回来', hasSecret: 0 }]);
    await newCustomer('没有密钥');
    await becomes(id, { state: 4, reason: '设置不完整' });
    expect((await ask('test', { id })).msg).toBe('还没有密钥，请先更换密钥');
    await secretOf(id);
    await good('replay', { id, ids: (await newest(id))?.id });
    await becomes(id, { state: 1 });
  });

  it('and the log are closed to whoever lacks the right, and one webhook says nothing of another', async () => {
    const { id } = await open();
    const { id: other } = await open({ url: `${fake.url}/other`, types: ['crm_leads'] });
    await good('test', { id });
    await becomes(id, { state: 1 });
    const ids = (await newest(id))?.id;
    for (const [path, body] of [
      ['queryList', {}],
      ['queryLog', { id }],
      ['save', given({ id })],
      ['newSecret', { id }],
      ['test', { id }],
      ['replay', { id, ids }],
      ['delete', { id }],
    ] as const)
      expect([path, (await ask(path, body, company.people.seller)).code]).toEqual([path, 403]);
    expect(await log(other)).toEqual([]);
    expect((await ask('replay', { id: other, ids })).code).toBe(404);
  });
});
