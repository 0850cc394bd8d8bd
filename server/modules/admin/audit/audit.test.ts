import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LoginEntry, OperationEntry } from '#shared/admin/audit/audit-calls.ts';
import { isLogged, operationOf } from '#shared/admin/audit/operation.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

interface Part<Row> {
  readonly list: readonly Row[];
  readonly next: string | null;
}
const ask = (path: string, body: Record<string, unknown> = {}, as: PersonName = 'admin') =>
  company.call(path, body, { as: company.people[as] });
const operations = async (body: Record<string, unknown> = {}, as: PersonName = 'admin') =>
  (await ask('system/log/queryOperationLog', body, as)).data as Part<OperationEntry>;
const logins = async (body: Record<string, unknown> = {}) =>
  (await ask('system/log/queryLoginLog', body)).data as Part<LoginEntry>;
const addDept = (name: string, as: PersonName = 'admin') => ask('system/dept/addDept', { name, pid: 1 }, as);

/** Planted by the owner of the database: nobody else can. */
const plant = (rows: number, values: string): Promise<unknown> =>
  sql`insert into operation_log (user_id, call, kind, object, result, created_at)
    select ${sql.raw(values)} from generate_series(1, ${rows}) as n`.execute(company.db);

describe('the log of operations', () => {
  it('has a name for every call that it keeps', () => {
    const calls = company.application.routes.map(({ endpoint }) => endpoint).filter(isLogged);
    expect(calls.length).toBeGreaterThan(200);
    const unnamed = calls.filter(({ path }) => {
      const { kind, object } = operationOf(path);
      return kind === 'other' || (object === 'other' && path !== 'operation/undo');
    });
    expect(
      unnamed
        .filter(({ access }) => access !== 'public')
        .map(({ path }) => `${path} ${JSON.stringify(operationOf(path))}`),
    ).toEqual([]);
  });

  it('has who added which record, once, with its name for those who may see it', async () => {
    const { seller } = company.people;
    const saved = await ask('CrmCustomer/addOrUpdate', { entity: { customerName: '日志客户' } }, 'seller');
    expect(saved.msg).toBe('');
    const { list } = await operations({ userId: seller.userId, object: 'crm_customer' });
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({
      userId: seller.userId,
      kind: 'add',
      object: 'crm_customer',
      subject: 'crm_customer',
      recordName: '日志客户',
      result: 'done',
      reason: '',
    });
    const customerId = list[0]?.recordId;
    await ask('CrmCustomer/addOrUpdate', { entity: { customerId, customerName: '日志客户二' } }, 'seller');
    const again = await operations({ userId: seller.userId, object: 'crm_customer', kind: 'change' });
    expect(again.list.map(({ recordId, recordName }) => [recordId, recordName])).toEqual([[customerId, '日志客户二']]);
  });

  it('has no entry of a write that was rolled back but of its refusal, and one of a call without the right', async () => {
    const { seller, admin } = company.people;
    expect((await addDept('不行', 'seller')).code).toBe(403);
    await expect
      .poll(async () => (await operations({ userId: seller.userId, object: 'dept' })).list)
      .toMatchObject([{ result: 'refused', kind: 'add' }]);
    await ask('system/dept/deleteDept', { id: 999_999 });
    const { list } = await operations({ userId: admin.userId, object: 'dept', result: 'refused' });
    expect(list).toHaveLength(1);
    expect(list[0]?.kind).toBe('delete');
    expect(list[0]?.reason).not.toBe('');
  });

  it('keeps a repeated call once', async () => {
    const key = { 'idempotency-key': 'audit-repeat' };
    const send = () =>
      company.call('system/dept/addDept', { name: '只建一次', pid: 1 }, { as: company.people.admin, headers: key });
    const before = (await operations({ object: 'dept', kind: 'add', result: 'done' })).list.length;
    expect([(await send()).code, (await send()).code]).toEqual([0, 0]);
    expect((await operations({ object: 'dept', kind: 'add', result: 'done' })).list.length).toBe(before + 1);
  });

  it('is nobody else’s, and gives no names of records that its reader may not see', async () => {
    for (const path of ['queryLoginLog', 'queryOperationLog', 'exportLoginLog', 'exportOperationLog']) {
      expect([path, (await ask(`system/log/${path}`, {}, 'seller')).code]).toEqual([path, 403]);
      expect([path, (await company.call(`system/log/${path}`, {})).code]).toEqual([path, 302]);
    }
    const [menuId] = menuIdsBelow('manage:audit:read');
    await sql`insert into role_menu (role_id, menu_id) select role_id, ${menuId} from user_role where user_id = ${company.people.stranger.userId}`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    const { list } = await operations({ object: 'crm_customer', kind: 'add' }, 'stranger');
    expect(list.map(({ recordName }) => recordName)).toEqual(['']);
  });

  it('cannot be changed by the application', async () => {
    await expect(sql`update operation_log set kind = 'x'`.execute(company.db)).rejects.toThrow(/permission denied/);
    await expect(sql`delete from operation_log`.execute(company.db)).rejects.toThrow(/permission denied/);
    await expect(sql`truncate operation_log`.execute(company.db)).rejects.toThrow(/permission denied/);
  });

  it('never has what was sent: no password, no mobile, no text (security O6)', async () => {
    const canary = 'Canary-4711-geheim';
    await ask('system/user/updatePassword', { oldPwd: canary, newPwd: `${canary}-2` });
    await ask('CrmCustomer/addOrUpdate', { entity: { customerName: canary, mobile: '13812345678' } });
    await ask('system/user/usernameEdit', {
      id: company.people.peer.userId,
      username: '13812345678',
      password: canary,
    });
    await company.call('login', { username: '13812345678', password: canary });
    const { rows } = await sql<{ text: string }>`
      select o::text as text from operation_log o union all select a::text from audit a`.execute(company.db);
    expect(rows.length).toBeGreaterThan(3);
    expect(rows.filter(({ text }) => /Canary|geheim|13812345678/.test(text))).toEqual([]);
  });
});

describe('filters and pages', () => {
  it('answers as the table says, for each filter and for two at once', async () => {
    await plant(
      300,
      `100 + n % 3, 'x/y', (array['add', 'change', 'delete'])[1 + n % 3], (array['dept', 'role'])[1 + n % 2],
       case when n % 7 = 0 then 'access.denied' else '' end, timestamptz '2020-01-01' + n * interval '1 hour'`,
    );
    const period = { startDate: '2020-01-02', endDate: '2020-01-09' };
    const days = `created_at >= '2020-01-02'::date and created_at < '2020-01-09'::date + 1`;
    const cases: [Record<string, unknown>, string][] = [
      [{}, 'true'],
      [{ userId: 101 }, 'user_id = 101'],
      [{ kind: 'delete' }, `kind = 'delete'`],
      [{ object: 'role' }, `object = 'role'`],
      [{ result: 'refused' }, `result <> ''`],
      [{ result: 'done', object: 'dept', userId: 100 }, `result = '' and object = 'dept' and user_id = 100`],
    ];
    for (const [filter, where] of cases) {
      const { rows } = await sql<{ id: number }>`
        select operation_log_id as id from operation_log where ${sql.raw(days)} and ${sql.raw(where)}
        order by created_at desc, operation_log_id desc`.execute(company.db);
      const found: number[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const part: Part<OperationEntry> = await operations({ ...period, ...filter, cursor, limit: 20 });
        found.push(...part.list.map(({ id }) => id));
        cursor = part.next;
      }
      expect([filter, found]).toEqual([filter, rows.map(({ id }) => Number(id))]);
    }
  });

  it('has no gap and no row twice while others write, and many rows of one moment', async () => {
    await plant(95, `42, 'x/y', 'add', 'dept', '', timestamptz '2019-05-05 12:00:00.123456'`);
    const found: number[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const part: Part<OperationEntry> = await operations({ userId: 42, cursor, limit: 10 });
      found.push(...part.list.map(({ id }) => id));
      cursor = part.next;
      await plant(3, `42, 'x/y', 'add', 'dept', '', now()`);
    }
    expect(found).toHaveLength(95);
    expect(new Set(found).size).toBe(95);
  });

  it('refuses a period that ends before it begins, and a place that cannot be', async () => {
    const refused = await ask('system/log/queryOperationLog', { startDate: '2020-02-02', endDate: '2020-02-01' });
    expect(refused.msg).toBe('结束日期不能早于开始日期');
    expect((await ask('system/log/queryLoginLog', { cursor: "1.1' or 1=1" })).msg).toContain('翻页');
  });
});

describe('the log of logins', () => {
  it('has successes and failures with their reason, and the device', async () => {
    await company.call(
      'login',
      { username: 'nobody-at-all', password: 'x' },
      { headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' } },
    );
    const { list } = await logins({ result: 'refused' });
    expect(list[0]).toMatchObject({
      userId: null,
      act: 'login',
      reason: 'unknown',
      account: 'nob***ll',
      device: expect.stringContaining('Firefox') as string,
    });
    const ended = await ask('system/user/queryLoginList');
    expect(ended.code).toBe(0);
    expect((await logins({ act: 'logout' })).list).toEqual([]);
  });
});

describe('the sheets', () => {
  it('are in the log themselves, are limited, and hold no more rows than exports may', async () => {
    for (let at = 0; at < 5; at += 1) {
      expect((await ask('system/log/exportLoginLog', { result: 'done' })).status).toBe(200);
    }
    expect((await ask('system/log/exportLoginLog', {})).code).not.toBe(0);
    const { list } = await operations({ userId: company.people.admin.userId, object: 'log', kind: 'export' });
    expect(list.map(({ result }) => result).toSorted()).toEqual(['done', 'done', 'done', 'done', 'done', 'refused']);
    await ask('sysConfig/setExportLimit', { mostExported: 100 });
    const many = await ask('system/log/exportOperationLog', { startDate: '2020-01-01', endDate: '2020-03-01' });
    expect(many.code).not.toBe(0);
    expect(many.msg).toContain('100');
  });
});
