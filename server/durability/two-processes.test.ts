import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { openBalancer, type Balancer } from '#server/testing/balancer.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { startCrowd, type CrowdOptions } from '#server/modules/crm/customers/pool/testing.ts';
import { brokenInvariants, lostEntries } from '#server/testing/invariants.ts';
import { callProduct, freePort, spawnProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { hireSellers } from '#server/testing/sellers.ts';

const patient = { timeout: 30_000, interval: 20 };

let company: Company;
let dataDir: string;
let one: ProductProcess;
let two: ProductProcess;
let balancer: Balancer;
let crowd: CrowdOptions['clients'];

beforeAll(async () => {
  company = await openCompany();
  dataDir = mkdtempSync(join(tmpdir(), 'jianye-two-'));
  crowd = await hire(20);
  await missANight();
  one = product(await freePort());
  two = product(await freePort());
  await Promise.all([one.ready(), two.ready()]);
  balancer = await openBalancer([one.url, two.url]);
});
afterAll(async () => {
  await balancer.close();
  await Promise.all([one.end('SIGKILL'), two.end('SIGKILL')]);
  await company.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const product = (port: number): ProductProcess =>
  spawnProduct({
    dataDir,
    port,
    env: { DATABASE_URL: company.urls.appUrl, MIGRATION_DATABASE_URL: company.urls.ownerUrl },
  });

/** Salespeople who may use the pool, as all of their role then may. */
async function hire(count: number): Promise<CrowdOptions['clients']> {
  const { db } = company;
  await db
    .insertInto('role_menu')
    .values([128, 129, 130, 131, 34, 35, 191].map((menu_id) => ({ role_id: 11, menu_id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return hireSellers(db, count);
}

/** Both processes find at their start that a nightly job was due a few minutes ago and nobody was there. */
async function missANight(): Promise<void> {
  await withClient(company.urls.ownerUrl, async (client) => {
    await client.query(`
      insert into pgboss.schedule (name, key, cron, timezone, options, created_on)
      select 'night.clean', 'missed', to_char(due, 'FMMI FMHH24 * * *'), 'UTC', '{"missed": "once"}', now() - interval '1 day'
      from (select (now() - interval '6 minutes') at time zone 'UTC' as due) as d`);
    await client.query("update pgboss.version set cron_on = now() - interval '11 minutes'");
  });
}

const tokenOf = (name: PersonName): string => company.people[name].token;
const ask = (where: ProductProcess, path: string, body: Record<string, unknown>, token = tokenOf('seller')) =>
  callProduct(where.url, path, body, { token });
const saveOn = async (where: ProductProcess, customerName: string, token?: string): Promise<number> => {
  const answer = await ask(where, 'CrmCustomer/addOrUpdate', { entity: { customerName }, field: [] }, token);
  expect(answer).toMatchObject({ code: 0, msg: '' });
  return (answer.data as { customerId: number }).customerId;
};
const listsOn = async (where: ProductProcess, token: string): Promise<number> =>
  (await ask(where, 'CrmCustomer/queryPageList', { limit: 5 }, token)).code;
const newLogin = (name: PersonName) =>
  startLogin(company.db, { userId: company.people[name].userId, client: 1, userAgent: 'test', address: '127.0.0.1' });

/** Both in turn, in both directions: written on the first, seen on the second at the next request. */
const directions = () => [
  { here: one, there: two },
  { here: two, there: one },
];

describe('a change on one process counts on the other from the next request on', () => {
  it('of a role and of its holders (security A15)', async () => {
    const admin = tokenOf('admin');
    const hr = company.people.hr;
    for (const { here, there } of directions()) {
      expect(await listsOn(there, hr.token)).toBe(403);
      const given = { userIds: hr.userId, roleIds: 11 };
      expect(await ask(here, 'system/role/relatedUser', given, admin)).toMatchObject({ code: 0, msg: '' });
      expect(await listsOn(there, hr.token)).toBe(0);
      const taken = { userId: hr.userId, roleId: 11 };
      expect(await ask(here, 'system/role/unbindingUser', taken, admin)).toMatchObject({ code: 0, msg: '' });
      expect(await listsOn(there, hr.token)).toBe(403);
    }
  });

  it('of somebody who leaves, logs out or changes the password (security N5)', async () => {
    const [agent, leaving] = [company.people.agent, await newLogin('peer')];
    expect(await listsOn(two, agent.token)).toBe(0);
    await ask(one, 'system/user/setUserStatus', { userIds: [agent.userId], status: 0 }, tokenOf('admin'));
    expect(await listsOn(two, agent.token)).toBe(302);

    expect(await listsOn(two, leaving.accessToken)).toBe(0);
    await ask(one, 'logout', {}, leaving.accessToken);
    expect(await listsOn(two, leaving.accessToken)).toBe(302);
    expect(await listsOn(two, tokenOf('peer'))).toBe(0);

    const { subordinate } = company.people;
    const other = await newLogin('subordinate');
    expect(await listsOn(two, other.accessToken)).toBe(0);
    const passwords = { oldPwd: subordinate.password, newPwd: 'kw7 qpz 91 mst' };
    expect(await ask(one, 'system/user/updatePassword', passwords, subordinate.token)).toMatchObject({ code: 0 });
    expect(await listsOn(two, other.accessToken)).toBe(302);
    const login = (password: string) => ask(two, 'login', { username: subordinate.username, password }, '');
    expect((await login(subordinate.password)).code).not.toBe(0);
    expect((await login(passwords.newPwd)).code).toBe(0);
  });

  it('of the fields, the scenes, the columns and the rules of the pool', async () => {
    const admin = tokenOf('admin');
    const formOn = async (where: ProductProcess) =>
      JSON.stringify((await ask(where, 'field/queryField', { label: 2 })).data);
    for (const { here, there } of directions()) {
      const name = `新字段${randomUUID().slice(0, 6)}`;
      expect(await formOn(there)).not.toContain(name);
      const { data: known } = await ask(here, 'field/list', { label: 2 }, admin);
      const data = [...(known as object[]), { name, formType: 'text' }];
      expect(await ask(here, 'field/save', { label: 2, data }, admin)).toMatchObject({ code: 0, msg: '' });
      expect(await formOn(there)).toContain(name);

      const scene = `视图${randomUUID().slice(0, 6)}`;
      await ask(here, 'scene/addScene', { type: 2, name: scene, data: '{}' });
      expect(JSON.stringify((await ask(there, 'scene/queryScene', { type: 2 })).data)).toContain(scene);
    }
    const heads = async () =>
      ((await ask(two, 'field/queryListHead', { label: 2 })).data as { fieldName: string }[]).map(
        ({ fieldName }) => fieldName,
      );
    expect((await heads()).length).toBeGreaterThan(2);
    await ask(one, 'field/fieldConfig', { label: 2, noHideIds: 'mobile,customer_name', hideIds: '' });
    expect((await heads()).slice(0, 2)).toEqual(['mobile', 'customerName']);

    await saveOn(one, '有期限的');
    const daysLeft = async () =>
      (
        (await ask(two, 'CrmCustomer/queryPageList', { search: '有期限的' })).data as {
          list: Record<string, unknown>[];
        }
      ).list.map((row) => row['poolDay']);
    const rules = { followupDay: 30, dealDay: 100, putInPoolRemindConfig: 0 };
    await ask(one, 'CrmCustomer/updateRulesSetting', { ...rules, type: 1 }, admin);
    expect(await daysLeft()).toEqual([30]);
    await ask(one, 'CrmCustomer/updateRulesSetting', { ...rules, type: 0 }, admin);
    expect((await daysLeft())[0]).not.toBe(30);
  });

  it('of failed logins: five on both together, then everybody waits (security N3)', async () => {
    const guess = (where: ProductProcess) => ask(where, 'login', { username: '13800000099', password: 'no' }, '');
    const messages: string[] = [];
    for (let turn = 0; turn < 6; turn += 1) messages.push((await guess(turn % 2 === 0 ? one : two)).msg);
    expect(new Set(messages.slice(0, 5)).size).toBe(1);
    expect(messages[5]).toMatch(/\d+/);
    expect((await guess(one)).msg).toMatch(/\d+/);
  });
});

describe('what both are asked at once happens once', () => {
  const both = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
  const turn = (at: number) => (at % 2 === 0 ? one : two);

  it('a save with one key (security C1)', async () => {
    const body = { entity: { customerName: '只有一个' }, field: [] };
    const key = randomUUID();
    const send = (at: number) =>
      callProduct(turn(at).url, 'CrmCustomer/addOrUpdate', body, { token: tokenOf('seller'), key });
    const answers = await Promise.all(both.map(send));
    expect(answers[0]?.code).toBe(0);
    for (const answer of answers) expect(answer.body).toEqual(answers[0]?.body);
    expect(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true')).toHaveLength(9);
    const { rows } = await sql`select from customer where customer_name = '只有一个'`.execute(company.db);
    expect(rows).toHaveLength(1);
  });

  it('a refresh of ten tabs (security C9)', async () => {
    const login = await newLogin('seller');
    const answers = await Promise.all(
      both.map((at) => ask(turn(at), 'refresh', { refreshToken: login.refreshToken }, '')),
    );
    expect(answers.map((answer) => answer.code)).toEqual(both.map(() => 0));
    expect(
      new Set(answers.map(({ body }) => `${String(body['access_token'])} ${String(body['refresh_token'])}`)).size,
    ).toBe(1);
    expect(await listsOn(two, String(answers[0]?.body['access_token']))).toBe(0);
    const pairs = await sql`select from session_token where login_id = ${login.loginId}`.execute(company.db);
    expect(pairs.rows).toHaveLength(4);
  });

  it('a claim of each customer of the pool (security C6)', async () => {
    const ids = await poolOf(5);
    const claims = ids.flatMap((customerId) =>
      crowd.slice(0, 10).map(async ({ userId, token }, at) => {
        const { data } = await ask(turn(at), 'CrmCustomer/receiveByIds', { ids: customerId }, token);
        return (data as { count: number } | undefined)?.count === 1 ? { customerId, userId } : null;
      }),
    );
    const won = (await Promise.all(claims)).filter((claim) => claim !== null);
    expect(won.toSorted((left, right) => left.customerId - right.customerId)).toEqual(await ownersOf(ids));
  });
});

/** Customers that are nobody's, with ids in order. */
async function poolOf(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < count; at += 1) ids.push(await saveOn(one, `公海 ${randomUUID()}`, tokenOf('admin')));
  const answer = await ask(two, 'CrmCustomer/updateCustomerByIds', { ids: ids.join(',') }, tokenOf('admin'));
  expect(answer).toMatchObject({ code: 0, msg: '' });
  return ids.toSorted((left, right) => left - right);
}

async function ownersOf(ids: readonly number[]): Promise<{ customerId: number; userId: number | null }[]> {
  const { rows } = await sql<{ customerId: number; userId: number | null }>`
    select customer_id as "customerId", owner_user_id as "userId" from customer
    where customer_id = any(${[...ids]}::bigint[]) order by customer_id`.execute(company.db);
  return rows;
}

describe('each works for the other', () => {
  /** What a stream on `where` has brought so far. */
  async function streamOn(where: ProductProcess, token: string): Promise<() => string> {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const headers = { 'admin-token': token };
    const reply = await fetch(`${where.url}/push/stream`, { headers, signal: leaving.signal });
    let text = '';
    const read = async () => {
      for await (const part of reply.body ?? []) text += Buffer.from(part).toString();
    };
    read().catch(() => undefined);
    await vi.waitFor(() => expect(text).toContain('"ready"'), patient);
    return () => text;
  }

  it('with messages to open pages, an import that one takes and the other follows, and files (security W6)', async () => {
    const stream = await streamOn(two, tokenOf('seller'));
    const sheet = { name: '客户.csv', content: Buffer.from('客户名称(*)\n来自表格的') };
    const fields = { repeatHandling: 2, ownerUserId: company.people.seller.userId };
    const sent = await callProduct(one.url, 'CrmCustomer/uploadExcel', fields, {
      token: tokenOf('seller'),
      file: sheet,
    });
    expect(sent).toMatchObject({ code: 0, msg: '' });
    const messageId = sent.data;
    const progress = () => ask(two, 'system/message/queryImportNum', { messageId });
    await vi.waitFor(async () => expect((await progress()).data).toBeNull(), patient);
    expect((await ask(two, 'system/message/queryImportInfo', { messageId })).body).toMatchObject({ createdSize: 1 });
    await vi.waitFor(() => expect(stream()).toContain(`"messageId":${String(messageId)}`), patient);
    // of the imported rows, rather than of what was changed before
    await vi.waitFor(() => expect(stream()).toMatch(/import\.progress[^]*record\.changed/), patient);

    const typesId = await saveOn(one, '团队的公司', tokenOf('manager'));
    const added = { ids: [typesId], memberIds: [company.people.seller.userId], power: 1 };
    expect(await ask(one, 'CrmCustomer/addMembers', added, tokenOf('manager'))).toMatchObject({ code: 0, msg: '' });
    await vi.waitFor(() => expect(stream()).toContain('message.changed'), patient);
    expect((await ask(two, 'system/message/queryUnreadCount', {})).data).toMatchObject({ crmCount: 1 });

    const content = Buffer.from('两个进程，一个公司');
    const file = { name: '附件.txt', content };
    const uploaded = await callProduct(one.url, 'file/upload', {}, { token: tokenOf('seller'), file });
    const headers = { 'admin-token': tokenOf('seller') };
    const download = await fetch(new URL(String(uploaded.body['url']), two.url), { headers });
    expect(Buffer.from(await download.arrayBuffer()).equals(content)).toBe(true);
  });

  it('with open pages that hear of a changed role within a second (security A15)', async () => {
    for (const [at, { userId, token }] of [company.people.hr, company.people.manager].entries()) {
      const [here, there] = at === 0 ? [one, two] : [two, one];
      const heard = await streamOn(there, token);
      const from = performance.now();
      const given = { userIds: userId, roleIds: 9 };
      expect(await ask(here, 'system/role/relatedUser', given, tokenOf('admin'))).toMatchObject({ code: 0, msg: '' });
      await vi.waitFor(() => expect(heard()).toContain('rights.changed'), patient);
      expect(performance.now() - from).toBeLessThan(isSoak ? 1000 : 5000);
    }
  });

  it('with streams that end on one because of the other (security N5)', async () => {
    const login = await newLogin('stranger');
    const reply = await fetch(`${two.url}/push/stream`, { headers: { 'admin-token': login.accessToken } });
    expect(reply.headers.get('content-type')).toContain('text/event-stream');
    await ask(one, 'logout', {}, login.accessToken);
    const read = async () => {
      for await (const _part of reply.body ?? []);
    };
    await expect(read()).resolves.toBeUndefined();
  });
});

/** Nothing that was acknowledged is lost or there twice, and every customer was won by who was told so. */
async function checkCrowd(group: ReturnType<typeof startCrowd>, ids: readonly number[]): Promise<void> {
  expect(await lostEntries(company.urls.ownerUrl, group.saved(), customerType)).toEqual([]);
  const { rows: twice } = await sql`
    select customer_name from customer where customer_name like '群客 %' group by 1 having count(*) > 1`.execute(
    company.db,
  );
  expect(twice).toEqual([]);
  const won = group.claimed().toSorted((left, right) => left.customerId - right.customerId);
  expect(won).toEqual(await ownersOf(ids));
  const { rows: claims } = await sql`
    select record_id from event where record_id = any(${[...ids]}::bigint[]) and type = 'crm_customer.received'`.execute(
    company.db,
  );
  expect(claims).toHaveLength(ids.length);
  expect(await brokenInvariants(company.urls.ownerUrl, dataDir, customerType)).toEqual([]);
}

describe('twenty clients notice nothing', { timeout: 120_000 }, () => {
  it('of a process that is stopped, nor of one that joins (security D15)', async () => {
    const ids = await poolOf(8);
    const group = startCrowd({ url: balancer.url, clients: crowd, pooled: ids });
    await group.progress(30);
    expect(await two.end('SIGTERM')).toEqual({ code: 0, signal: null });
    await group.progress(30);
    // those that meet a kept connection in the moment it is closed; a kill breaks off about ten
    expect(group.brokenOff()).toBeLessThan(8);
    two = product(Number(new URL(two.url).port));
    await two.ready();
    const before = balancer.answered().get(two.url) ?? 0;
    await group.progress(40);
    expect(balancer.answered().get(two.url) ?? 0).toBeGreaterThan(before);
    await group.stop();
    await checkCrowd(group, ids);
  });

  it('of one that is killed, whose import the other ends, each row once (security D4, D12)', async () => {
    const rows = 3_000;
    const lines = ['客户名称(*)', ...Array.from({ length: rows }, (_, at) => `接管 ${at}`)];
    const sheet = { name: '客户.csv', content: Buffer.from(lines.join('\n')) };
    const fields = { repeatHandling: 2, ownerUserId: company.people.seller.userId };
    const ids = await poolOf(6);
    // held, so that it is the other one that takes the job: before the crowd, whose calls would have to wait for it
    process.kill(one.pid, 'SIGSTOP');
    const token = tokenOf('seller');
    const sent = await callProduct(two.url, 'CrmCustomer/uploadExcel', fields, { token, file: sheet });
    expect(sent).toMatchObject({ code: 0, msg: '' });
    const taken = sql`select from pgboss.job where name = 'import.run' and state = 'active'`;
    await vi.waitFor(async () => expect((await taken.execute(company.db)).rows).toHaveLength(1), patient);
    process.kill(one.pid, 'SIGCONT');
    await one.ready();
    // a busy machine may delay its start, or a call of another test
    const earlier = one.troubles().length;
    const group = startCrowd({ url: balancer.url, clients: crowd, pooled: ids });
    await group.progress(20);
    const state = async () => {
      const { rows: tasks } = await sql<{ status: string; created_rows: number }>`
        select status, created_rows from import_task where import_id = ${Number(sent.data)}`.execute(company.db);
      return tasks[0] ?? { status: '', created_rows: 0 };
    };
    await vi.waitFor(async () => expect((await state()).created_rows).toBeGreaterThan(0), patient);
    await two.end('SIGKILL');
    expect((await state()).status).toBe('running');
    await group.progress(30);
    // else the kill has met nobody
    expect(group.brokenOff()).toBeGreaterThan(0);
    // the minute without a sign of life
    await withClient(company.urls.ownerUrl, (client) =>
      client.query(
        "update pgboss.job set heartbeat_on = now() - interval '61 seconds' where name = 'import.run' and state = 'active'",
      ),
    );
    while ((await state()).status === 'running') await sleep(50);
    await group.stop();
    expect(await state()).toEqual({ status: 'done', created_rows: rows });
    const { rows: made } =
      await sql`select distinct customer_name from customer where customer_name like '接管 %'`.execute(company.db);
    expect(made).toHaveLength(rows);
    await checkCrowd(group, ids);
    expect(one.troubles().slice(earlier)).toEqual([]);
  });
});

it('a job whose time has come runs once, however many processes look at the clock', async () => {
  const { rows } = await sql<{ state: string }>`select state from pgboss.job where name = 'night.clean'`.execute(
    company.db,
  );
  expect(rows).toEqual([{ state: 'completed' }]);
  const { rows: due } = await sql`
    select from pgboss.schedule where name = 'night.clean' and key = 'missed'`.execute(company.db);
  expect(due).toHaveLength(1);
});
