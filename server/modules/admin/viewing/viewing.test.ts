import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

type Who = Pick<Person, 'token'>;
const ask = (path: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(path, body, { as });
const view = async (body: Record<string, unknown>, as?: Who): Promise<Who & { readonly name: string }> => {
  const answer = await ask('system/viewAs/start', body, as);
  expect(answer.msg).toBe('');
  const { access_token: token, name } = answer.data as { access_token: string; name: string };
  return { token, name };
};
const idOf = (name: PersonName): number => company.people[name].userId;
let count = 0;
const customer = async (as: PersonName) => {
  const entity = { customer_name: `视角客户${(count += 1)}` };
  const answer = await ask('CrmCustomer/addOrUpdate', { entity, field: [] }, company.people[as]);
  return (answer.data as { customerId: number }).customerId;
};
const seen = async (as: Who): Promise<number[]> => {
  const { list } = (await ask('CrmCustomer/queryPageList', { limit: 100 }, as)).data as {
    list: { customerId: number }[];
  };
  return list.map(({ customerId }) => customerId).toSorted((one, other) => one - other);
};
const audits = async (what: string) => {
  const { rows } = await sql<{ user_id: number; subject: string }>`
    select user_id, subject from audit where what = ${what} order by audit_id`.execute(company.db);
  return rows;
};

describe('looking as a person', () => {
  it('shows what the person sees, under their name, and is in the log under that of who looks', async () => {
    await customer('seller');
    await customer('stranger');
    const as = await view({ userId: idOf('seller') });
    expect(as.name).toBe('王芳');
    expect(await seen(as)).toEqual(await seen(company.people.seller));
    expect(await seen(as)).not.toEqual(await seen(company.people.admin));
    const self = (await ask('system/user/queryLoginUser', {}, as)).data as { realname: string };
    expect(self.realname).toBe('王芳');
    const auth = async (who: Who) => (await ask('system/role/auth', {}, who)).data;
    expect(await auth(as)).toEqual(await auth(company.people.seller));
    expect((await audits('view.start')).at(-1)).toEqual({
      user_id: idOf('admin'),
      subject: `user ${idOf('seller')}`,
    });
    // it is no login of theirs
    const logins = (await ask('system/user/queryLoginList', {}, company.people.seller)).data as unknown[];
    expect(logins).toHaveLength(1);
  });

  it('is a matter of super administrators', async () => {
    const refused = async (body: Record<string, unknown>, as?: Who) =>
      (await ask('system/viewAs/start', body, as)).code;
    expect(await refused({ userId: idOf('seller') }, company.people.seller)).toBe(403);
    await sql`insert into user_role (user_id, role_id) values (${idOf('hr')}, 2) on conflict do nothing`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect(await refused({ userId: idOf('seller') }, company.people.hr)).toBe(403);
    expect(await refused({})).toBe(422);
    expect(await refused({ userId: idOf('seller'), roleId: 11 })).toBe(422);
    expect(await refused({ userId: 999_999 })).not.toBe(0);
    expect(await refused({ roleId: 999_999 })).not.toBe(0);
  });

  it('reads only: no call changes or exports anything, and none reads what is personal', async () => {
    const customerId = await customer('seller');
    const as = await view({ userId: idOf('seller') });
    const { routes } = company.application;
    const open: string[] = [];
    for (const { endpoint } of routes) {
      if (endpoint.access === 'public') continue;
      const isTaken =
        endpoint.effect !== 'read' ||
        endpoint.answer === 'stream' ||
        (endpoint.answer === 'file' && endpoint.rate === 'heavy') ||
        /system\/message|Mention|rightsRequest|^operation\/|queryLoginList/.test(endpoint.path);
      if (!isTaken || endpoint.path === 'system/viewAs/end') continue;
      const answer = await company.call(endpoint.path, {}, { as, method: endpoint.method });
      if (!answer.msg.startsWith('正在以他人的视角查看')) open.push(endpoint.path);
    }
    expect(open).toEqual([]);
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from customer where customer_id = ${customerId} and deleted_at is null`.execute(
      company.db,
    );
    expect(rows[0]?.n).toBe(1);
  });
});

describe('looking by a role', () => {
  it('shows the own place by the rights of that role alone', async () => {
    await customer('admin');
    const as = await view({ roleId: 11 });
    expect(as.name).toBe('销售员角色');
    const self = (await ask('system/user/queryLoginUser', {}, as)).data as { userId: number };
    expect(self.userId).toBe(idOf('admin'));
    const auth = (await ask('system/role/auth', {}, as)).data as { manage?: object; crm?: object };
    expect([auth.manage === undefined || Object.keys(auth.manage).length === 0, auth.crm !== undefined]).toEqual([
      true,
      true,
    ]);
    // records of its scope, which is one's own
    const own = await sql<{ n: number }>`
      select count(*)::int as n from customer where owner_user_id = ${idOf('admin')} and deleted_at is null`.execute(
      company.db,
    );
    expect(await seen(as)).toHaveLength(own.rows[0]?.n ?? 0);
  });

  it('is refused where the role may more than who looks', async () => {
    const hr = { token: await tokenFor(company.db, idOf('hr')) };
    await sql`delete from user_role where user_id = ${idOf('hr')}`.execute(company.db);
    await sql`insert into role_menu (role_id, menu_id) select 9, menu_id from role_menu where role_id = 2
      on conflict do nothing`.execute(company.db);
    await sql`insert into user_role (user_id, role_id) values (${idOf('hr')}, 3), (${idOf('hr')}, 2)`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    const asked = await ask('system/viewAs/start', { roleId: 8 }, hr);
    expect(asked.code).toBe(403);
    // one that may less is no matter
    expect((await view({ roleId: 9 }, hr)).name).not.toBe('');
    expect((await ask('system/viewAs/start', { roleId: 1 }, hr)).code).toBe(403);
  });
});

describe('a view', () => {
  it('ends by itself, with the login of who looks, and with any change of the organisation', async () => {
    const isOver = async (who: Who) => (await ask('CrmCustomer/queryPageList', {}, who)).code;
    const first = await view({ userId: idOf('seller') });
    expect(await isOver(first)).toBe(0);
    expect((await ask('system/viewAs/end', {}, first)).code).toBe(0);
    expect(await isOver(first)).toBe(302);
    expect((await ask('system/viewAs/end')).code).not.toBe(0);
    const second = await view({ userId: idOf('seller') });
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect(await isOver(second)).toBe(302);
    const other = { token: await tokenFor(company.db, idOf('admin')) };
    const third = await view({ userId: idOf('peer') }, other);
    expect(await isOver(third)).toBe(0);
    expect((await ask('logout', {}, other)).code).toBe(0);
    expect(await isOver(third)).toBe(302);
    // whoever logs in as the person is not concerned
    expect(await isOver(company.people.peer)).toBe(0);
    await expect(ask('refresh', {}, third)).resolves.not.toMatchObject({ code: 0 });
  });
});
