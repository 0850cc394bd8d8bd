import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askProgram, program, reorganised, type Who } from '#server/modules/admin/programs/testing.ts';
import { openCompany, tokenFor, type Company, type PersonName } from '#server/testing/company.ts';
import { superAdminRoleId } from '#shared/admin/seeded-roles.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  for (const name of ['seller', 'peer', 'stranger', 'manager'] as const) await customer(name);
});
afterAll(() => company.close());

const person = (name: PersonName) => company.people[name];
const ask = (path: string, as: Who, body: Record<string, unknown> = {}) => company.call(path, body, { as });
const codeOf = async (path: string, as: Who, body?: Record<string, unknown>) => (await ask(path, as, body)).code;
async function customer(as: PersonName): Promise<number> {
  const entity = { customer_name: `程序客户${as}${Math.random()}` };
  return ((await ask('CrmCustomer/addOrUpdate', person(as), { entity })).data as { customerId: number }).customerId;
}
const seen = async (as: Who): Promise<number[]> => {
  const { code, data } = await ask('CrmCustomer/queryPageList', as, { limit: 100 });
  if (code !== 0) throw new Error(`${code}`);
  return (data as { list: { customerId: number }[] }).list
    .map(({ customerId }) => customerId)
    .toSorted((a, b) => a - b);
};
const execute = async (...statements: ReturnType<typeof sql>[]) => {
  for (const statement of statements) await statement.execute(company.db);
  await reorganised(company);
};
const roles = (userId: number, ...roleIds: number[]) =>
  execute(
    sql`delete from user_role where user_id = ${userId}`,
    sql`insert into user_role (user_id, role_id) select ${userId}, unnest(${roleIds}::int[])`,
  );

describe('what a program may do', () => {
  it('is what was chosen of what its person may do, and its person acts', async () => {
    const seller = person('seller');
    const reads = await program(company, seller, { abilities: ['crm:customer:index', 'crm:customer:read'] });
    expect(await seen(reads)).toEqual(await seen(seller));
    const body = { entity: { customer_name: '程序写的客户' } };
    expect(await codeOf('CrmCustomer/addOrUpdate', reads, body)).toBe(403);
    expect(await codeOf('CrmContacts/queryPageList', reads)).toBe(403);
    const writes = await program(company, seller, { abilities: ['crm:customer:save'] });
    const made = (await ask('CrmCustomer/addOrUpdate', writes, body)).data as { customerId: number };
    const { rows } = await sql<{ owner: number; maker: number }>`
      select owner_user_id as owner, create_user_id as maker from customer where customer_id = ${made.customerId}`.execute(
      company.db,
    );
    expect(rows).toEqual([{ owner: seller.userId, maker: seller.userId }]);
    // one key opens both adding and changing: only what was chosen goes
    const change = { entity: { customer_id: made.customerId, customer_name: '改了' } };
    expect(await codeOf('CrmCustomer/addOrUpdate', writes, change)).not.toBe(0);
    // a colleague's stays out of reach
    const theirs = await customer('stranger');
    expect((await ask('CrmCustomer/queryById', reads, { customerId: theirs })).data).toEqual({ dataAuth: 0 });
  });

  it('of an administrator is what was chosen as well: nothing else, and nothing of administration', async () => {
    const admin = person('admin');
    const reads = await program(company, admin, { abilities: ['crm:customer:index'] });
    expect(await seen(reads)).toEqual(await seen(admin));
    for (const path of ['CrmContacts/queryPageList', 'CrmCustomer/deleteByIds', 'system/role/getAllRoleList'])
      expect([path, await codeOf(path, reads, { customerIds: '1' })]).toEqual([path, 403]);
    expect((await ask('system/role/getAllRoleList', reads)).msg).toMatch(/^程序令牌不能调用/);
  });

  it('ends with the right of its person, at the next call', async () => {
    const peer = person('peer');
    const made = await program(company, peer, { abilities: ['crm:customer:index', 'crm:contacts:index'] });
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    await execute(sql`delete from role_menu where role_id = 11 and menu_id in (
      select menu_id from role_menu where role_id = 11 except select menu_id from role_menu where role_id = 10)`);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    expect(await codeOf('CrmContacts/queryPageList', made)).toBe(403);
    await roles(peer.userId, 9);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(403);
    // more rights of the person are none of the program
    await roles(peer.userId, superAdminRoleId);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    expect(await codeOf('CrmCustomer/deleteByIds', made, { customerIds: '1' })).toBe(403);
    await roles(peer.userId, 11);
  });

  it('writes nothing once it is ended, runs out or loses the right after the head of its call was read', async () => {
    const seller = person('manager');
    const asked = { abilities: ['crm:customer:save'] };
    const ends: [string, number, (loginId: number) => Promise<unknown>][] = [
      ['ended', 302, async (loginId) => ask('system/program/endOwn', seller, { loginId })],
      [
        'over',
        302,
        async (loginId) =>
          sql`update program_token set expires_at = now() where login_id = ${loginId}`.execute(company.db),
      ],
      ['without the right', 403, async () => roles(seller.userId, 9)],
    ];
    for (const [what, code, end] of ends) {
      const made = await program(company, seller, asked);
      const name = `中途${what}`;
      const answer = await company.call(
        'CrmCustomer/addOrUpdate',
        { entity: { customer_name: name } },
        { as: made, beforeBody: async () => void (await end(made.loginId)) },
      );
      expect([what, answer.code]).toEqual([what, code]);
      const { rows } = await sql`select from customer where customer_name = ${name}`.execute(company.db);
      expect(rows).toHaveLength(0);
    }
    await roles(seller.userId, 8);
  });

  it('takes its token in a header alone (security W2)', async () => {
    const { token } = await program(company, person('seller'), {
      abilities: ['crm:customer:index', 'crm:customer:read'],
    });
    const path = 'CrmCustomer/queryPageList';
    expect((await company.call(path, {}, { headers: { authorization: `Bearer ${token}` } })).code).toBe(0);
    expect((await company.call(path, {}, { headers: { cookie: `Admin-Token=${token}; token=${token}` } })).code).toBe(
      302,
    );
    expect((await company.call(`${path}?token=${token}&Admin-Token=${token}`, {})).code).toBe(302);
    expect((await company.call('refresh', { refreshToken: token })).code).not.toBe(0);
  });
});

describe('a company token', () => {
  const asked = (name: PersonName, ...abilities: string[]) => ({ userId: person(name).userId, abilities });
  /** A colleague who sets the company up and lets people in, and sells as others do. */
  const setsUp = async (...more: number[]): Promise<Who & { userId: number }> => {
    const { userId } = person('hr');
    await roles(userId, 2, 3, ...more);
    return { userId, token: await tokenFor(company.db, userId) };
  };

  it('acts for the person who was chosen, and both are in the list', async () => {
    const made = await program(company, person('admin'), asked('seller', 'crm:customer:index'));
    expect(await seen(made)).toEqual(await seen(person('seller')));
    const { list } = (await ask('system/program/queryList', person('admin'))).data as { list: object[] };
    expect(list[0]).toMatchObject({ loginId: made.loginId, userName: '王芳', isCompany: 1, state: 'good' });
    const own = (await ask('system/program/queryOwnList', person('seller'))).data as { loginId: number }[];
    expect(own.map(({ loginId }) => loginId)).toContain(made.loginId);
    expect(await codeOf('system/program/end', person('admin'), { loginId: made.loginId })).toBe(0);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(302);
  });

  it('is made by who may let people in, for who is there and is no administrator above them', async () => {
    const refused = async (as: Who, what: Parameters<typeof askProgram>[2]) =>
      (await askProgram(company, as, what)).code;
    expect(await refused(person('seller'), asked('peer', 'crm:customer:index'))).toBe(403);
    const maker = await setsUp(11);
    expect(await refused(maker, asked('admin', 'crm:customer:index'))).not.toBe(0);
    expect(await refused(maker, { userId: 999_999, abilities: ['crm:customer:index'] })).not.toBe(0);
    await sql`update app_user set status = 0 where user_id = ${person('agent').userId}`.execute(company.db);
    expect(await refused(maker, asked('agent', 'crm:customer:index'))).toBe(422);
    await sql`update app_user set status = 1 where user_id = ${person('agent').userId}`.execute(company.db);
    // the company alone, without people
    await roles(maker.userId, 11);
    await execute(sql`insert into role_menu (role_id, menu_id) select 9, unnest('{161,162}'::int[])`);
    await roles(maker.userId, 9, 11);
    expect(await refused(maker, asked('peer', 'crm:customer:index'))).toBe(403);
    expect(await codeOf('system/program/queryAbilities', maker, { userId: person('peer').userId })).toBe(403);
  });

  it('has nothing that its maker lacks: no function, and nobody else’s records (security A15)', async () => {
    const maker = await setsUp();
    // a function
    const lacking = await askProgram(company, maker, asked('seller', 'crm:customer:index'));
    expect([lacking.code, lacking.msg]).toEqual([403, expect.stringContaining('客户')]);
    await setsUp(11);
    // a seller reaches only the own customers
    const beyond = await askProgram(company, maker, asked('seller', 'crm:customer:index'));
    expect([beyond.code, beyond.msg]).toEqual([403, expect.stringContaining('客户')]);
    const { rows } = await sql`select from program_token where made_by = ${maker.userId}`.execute(company.db);
    expect(rows).toHaveLength(0);
    const offered = (await ask('system/program/queryAbilities', maker, { userId: person('seller').userId })).data;
    expect(JSON.stringify(offered)).not.toContain('"realm":"manage"');
  });

  it('rests while its maker lacks something of it, and is over when its maker is disabled', async () => {
    const maker = await setsUp(10);
    const made = await program(company, maker, asked('seller', 'crm:customer:index', 'crm:customer:read'));
    expect(await seen(made)).toEqual(await seen(person('seller')));
    // the maker reads no longer what everybody has
    await setsUp(11);
    const resting = await ask('CrmCustomer/queryPageList', made);
    expect([resting.code, resting.msg]).toEqual([403, expect.stringContaining('创建人')]);
    // nor may they let people in
    await roles(maker.userId, 10);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(403);
    await setsUp(10);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    const disable = (status: number) =>
      ask('system/user/setUserStatus', person('admin'), { userIds: [maker.userId], status });
    expect((await disable(0)).code).toBe(0);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(302);
    expect((await disable(1)).code).toBe(0);
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(302);
  });

  it('acts for an account whose one-time password nobody has changed', async () => {
    const { userId } = person('peer');
    const made = await program(company, person('admin'), { userId, abilities: ['crm:customer:index'] });
    const expires = (at: string | null) =>
      sql`update app_user set password_expires_at = ${at} where user_id = ${userId}`.execute(company.db);
    await expires('2030-01-01');
    expect(await codeOf('CrmCustomer/queryPageList', made)).toBe(0);
    expect(await codeOf('CrmCustomer/queryPageList', person('peer'))).toBe(403);
    await expires(null);
  });
});
