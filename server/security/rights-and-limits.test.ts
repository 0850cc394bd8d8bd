import { isReadable } from '#server/testing/company/readable.ts';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { openTable } from '#server/route-table/cases.ts';
import type { Person } from '#server/testing/company.ts';
import type { Table } from '#server/route-table/table.ts';

let table: Table;
let address: string;
beforeAll(async () => {
  table = await openTable();
  const { app, services } = table.company;
  await services.push.listening;
  await app.listen({ port: 0, host: '127.0.0.1' });
  address = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
});
afterAll(() => table.company.close());

const call = (as: Pick<Person, 'token'>, path: string, body: Record<string, unknown> = {}) =>
  table.company.call(path, body, { as });

describe('a change of rights (security A15)', () => {
  /** An open page: what it has heard, and when its stream ends. */
  async function page(person: Person): Promise<{ heard: () => string; ended: Promise<void>; isOpen: () => boolean }> {
    const leaving = new AbortController();
    onTestFinished(() => leaving.abort());
    const reply = await fetch(`${address}/push/stream`, {
      headers: { 'admin-token': person.token },
      signal: leaving.signal,
    });
    const reader = reply.body?.getReader();
    let text = '';
    let isOpen = true;
    const ended = (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
        text += Buffer.from(part.value).toString();
    })()
      .catch(() => undefined)
      .then(() => void (isOpen = false));
    await vi.waitFor(() => expect(text).toContain('"type":"ready"'), { timeout: 10_000 });
    return { heard: () => text, ended, isOpen: () => isOpen };
  }

  const newRole = async (menuIds: number[], dataType = 1): Promise<number> => {
    const { admin } = table.company.people;
    const name = `角色 ${menuIds.join()} ${dataType} ${Math.random().toString(36).slice(2, 8)}`;
    const { roleId } = (await call(admin, 'system/role/add', { roleName: name, roleType: 2 })).data as {
      roleId: number;
    };
    await call(admin, 'system/role/updateRoleMenu', { id: roleId, type: dataType, rules: menuIds });
    return roleId;
  };
  const list = (person: Person) => call(person, 'CrmCustomer/queryPageList');
  const seesSeller = async (person: Person, id: number) =>
    isReadable(await call(person, 'CrmCustomer/queryById', { customerId: id }));

  // crm:customer:index and crm:customer:read
  const mayList = [28, 29];
  let customer: number;
  beforeAll(async () => {
    customer = (await table.things(table.company.people.seller)).record;
  });

  const changes: [string, (person: Person, roleId: number) => Promise<unknown>][] = [
    [
      'menus of the role',
      (_person, id) => call(table.company.people.admin, 'system/role/updateRoleMenu', { id, rules: [29] }),
    ],
    ['the role is removed', (_person, roleId) => call(table.company.people.admin, 'system/role/delete', { roleId })],
    [
      'the role is taken from the person',
      ({ userId }, roleId) => call(table.company.people.admin, 'system/role/unbindingUser', { userId, roleId }),
    ],
    [
      'the person gets another role instead',
      ({ userId }) => call(table.company.people.admin, 'system/user/setUser', { userId, roleIds: [9] }),
    ],
  ];
  it.each(changes)('counts at once and closes the pages: %s', async (_name, change) => {
    const roleId = await newRole(mayList, 5);
    const person = await table.hire({ roles: [9, roleId] });
    const other = await page(table.company.people.hr);
    expect((await list(person)).code).toBe(0);
    const open = await page(person);
    expect(await change(person, roleId)).toMatchObject({ code: 0 });
    expect((await list(person)).code).toBe(403);
    // the next heartbeat would be 20 s away: it was told
    await open.ended;
    expect(open.heard()).toContain('"type":"rights.changed"');
    expect(other.isOpen()).toBe(true);
    const again = await page(person);
    expect(again.isOpen()).toBe(true);
  });

  it('counts at once and closes the pages: department, superior and the data scope of a role', async () => {
    const { admin, seller } = table.company.people;
    const wide = await newRole(mayList, 4);
    const person = await table.hire({ roles: [wide], deptId: seller.deptId });
    expect(await seesSeller(person, customer)).toBe(true);
    let open = await page(person);
    const move = (deptId: number) => call(admin, 'system/user/setUser', { userId: person.userId, deptId });
    expect((await move(table.company.people.stranger.deptId)).code).toBe(0);
    expect(await seesSeller(person, customer)).toBe(false);
    await open.ended;
    await move(seller.deptId);
    expect(await seesSeller(person, customer)).toBe(true);

    open = await page(person);
    await call(admin, 'system/role/updateRoleMenu', { id: wide, type: 1, rules: mayList });
    expect(await seesSeller(person, customer)).toBe(false);
    await open.ended;

    await call(admin, 'system/role/updateRoleMenu', { id: wide, type: 2, rules: mayList });
    await call(admin, 'system/user/setUser', { userId: seller.userId, parentId: person.userId });
    expect(await seesSeller(person, customer)).toBe(true);
    open = await page(person);
    await call(admin, 'system/user/setUser', { userId: seller.userId, parentId: admin.userId });
    expect(await seesSeller(person, customer)).toBe(false);
    await open.ended;
  });

  it('counts at once and closes the pages: a department moves', async () => {
    const { admin, seller } = table.company.people;
    const wide = await newRole(mayList, 4);
    const { deptId } = (await call(admin, 'system/dept/addDept', { name: '大区', pid: 0 })).data as { deptId: number };
    await call(admin, 'system/dept/updateDept', { deptId: seller.deptId, pid: deptId });
    const person = await table.hire({ roles: [wide], deptId });
    expect(await seesSeller(person, customer)).toBe(true);
    const open = await page(person);
    await call(admin, 'system/dept/updateDept', { deptId: seller.deptId, pid: 1 });
    expect(await seesSeller(person, customer)).toBe(false);
    await open.ended;
  });

  it('ends everything of whoever is disabled', async () => {
    const person = await table.hire();
    const open = await page(person);
    await call(table.company.people.admin, 'system/user/setUserStatus', { userIds: [person.userId], status: 0 });
    expect((await list(person)).code).toBe(302);
    await open.ended;
    const refused = await fetch(`${address}/push/stream`, { headers: { 'admin-token': person.token } });
    expect(await refused.json()).toMatchObject({ code: 302 });
  });

  it('leaves pages alone when nothing changes for them', async () => {
    const person = await table.hire();
    const open = await page(person);
    await call(table.company.people.admin, 'system/user/setUser', { userId: person.userId, realname: '只改名' });
    await call(table.company.people.admin, 'system/dept/addDept', { name: '新设', pid: 1 });
    await table.company.services.push.notify(table.company.db, { type: 'still.there', to: [person.userId] });
    await vi.waitFor(() => expect(open.heard()).toContain('still.there'), { timeout: 10_000 });
    expect(open.isOpen()).toBe(true);
  });
});

describe('what may be done so often only (security A13)', () => {
  const audited = async (person: Person) =>
    (
      await sql<{ what: string; result: string; n: number }>`
        select what, result, count(*)::int as n from audit
        where user_id = ${person.userId} and what ~ '^(export|duplicates) ' group by 1, 2 order by 1, 2`.execute(
        table.company.db,
      )
    ).rows;
  let person: Person;
  beforeEach(async () => {
    person = await table.hire({ roles: [8] });
    const entity = { customer_name: `限额公司 ${person.userId}`, mobile: '13712345678', telephone: '0311-1234567' };
    expect((await call(person, 'CrmCustomer/addOrUpdate', { entity, field: [] })).code).toBe(0);
  });

  it('exports: five an hour and person, however fast they are asked for, all in the log', async () => {
    const answers = await Promise.all(Array.from({ length: 12 }, () => call(person, 'CrmCustomer/allExportExcel')));
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(5);
    for (const answer of answers.filter(({ status }) => status !== 200)) expect(answer.code).toBe(429);
    expect(await audited(person)).toEqual([
      { what: 'export crm_customer', result: 'done', n: 5 },
      { what: 'export crm_customer', result: 'refused', n: 7 },
    ]);
    // chosen rows and the whole list share the turns; what is refused for another reason costs none
    const colleague = await table.hire();
    expect((await call(colleague, 'CrmCustomer/batchExportExcel', { ids: [99_999_999] })).code).toBe(404);
    expect((await call(colleague, 'CrmCustomer/allExportExcel', { sortField: 'nothing' })).code).toBe(400);
    expect(await audited(colleague)).toEqual([]);
    await withClient(table.company.urls.ownerUrl, (client) =>
      client.query("update audit set created_at = created_at - interval '61 minutes' where user_id = $1", [
        person.userId,
      ]),
    );
    expect((await call(person, 'CrmCustomer/allExportExcel')).status).toBe(200);
  });

  it('exports need their own right, and hold what the list of the same person holds', async () => {
    const [reader] = [await table.hire({ roles: [9] })];
    expect((await call(reader, 'CrmCustomer/allExportExcel')).code).toBe(403);
    const stranger = await table.hire();
    const theirs = await call(stranger, 'CrmCustomer/allExportExcel');
    const own = await call(person, 'CrmCustomer/allExportExcel');
    expect(own.raw.length).toBeGreaterThan(theirs.raw.length);
  });

  it('checks for duplicates: thirty a minute, five rows, masked, all in the log', async () => {
    const { admin } = table.company.people;
    for (let at = 0; at < 7; at += 1)
      await call(admin, 'CrmCustomer/addOrUpdate', {
        entity: { customer_name: `查重目标 ${at}`, mobile: '13887654321', telephone: '1234567' },
        field: [],
      });
    const check = (body: Record<string, unknown>) => call(person, 'CrmCustomer/queryList', body);
    const found = (await check({ customerName: '查重目标' })).data as {
      list: { mobile: string; telephone: string; customerName: string }[];
    };
    expect(found.list).toHaveLength(5);
    for (const row of found.list) expect([row.mobile, row.telephone]).toEqual(['138****4321', '*****67']);
    // one's own are not masked
    const own = (await check({ customerName: `限额公司 ${person.userId}` })).data as { list: { mobile: string }[] };
    expect(own.list[0]?.mobile).toBe('13712345678');
    for (const body of [
      { customerName: '查' },
      { mobile: '138876' },
      { telephone: '123456' },
      { customerName: '公司' },
      {},
    ])
      expect((await check(body)).data).toEqual({ list: [], totalRow: 0 });
    const more = await Promise.all(Array.from({ length: 40 }, () => check({ mobile: '13887654321' })));
    expect(more.filter((answer) => answer.code === 0)).toHaveLength(28);
    expect(new Set(more.filter((answer) => answer.code !== 0).map((answer) => answer.status))).toEqual(new Set([429]));
    expect(await audited(person)).toEqual([
      { what: 'duplicates crm_customer', result: 'done', n: 30 },
      { what: 'duplicates crm_customer', result: 'refused', n: 12 },
    ]);
    expect((await call(await table.hire({ roles: [9] }), 'CrmCustomer/queryList', { customerName: '目标' })).code).toBe(
      403,
    );
  });
});
