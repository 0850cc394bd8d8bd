import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { program, type Who } from '#server/modules/admin/programs/testing.ts';
import { openTable } from '#server/route-table/cases.ts';
import type { Table } from '#server/route-table/table.ts';
import { partsOf } from '#server/security/escalation-cases.ts';
import { openAccounts } from '#server/security/testing.ts';
import { makePasswordLink } from '#server/platform/session/password-links.ts';
import { tokenFor, type Answer, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import type { HandedOver, RightsRequest } from '#shared/admin/rights-request-calls.ts';

// Nobody gets by the account of another, whose secret they know, what was confirmed for that one (security A15).

let table: Table;
let company: Company;
beforeAll(async () => {
  table = await openTable();
  company = table.company;
});
afterAll(() => company.close());
const { good, grant } = openAccounts(() => table);

const poor = partsOf('permission', false).menuIds;
const rich = partsOf('permission', true).menuIds;
const selling = menuIdsBelow('crm:customer:index', 'crm:customer:read', 'crm:customer:delete');
const chosen = 'Xuan-Ding-7788';

let made = 0;
async function role(menuIds: readonly number[], dataType = 3): Promise<number> {
  const { role_id: roleId } = await company.db
    .insertInto('role')
    .values({ role_name: `知 ${(made += 1)}`, role_type: 2, data_type: dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await grant(roleId, menuIds);
  return roleId;
}
const keeper = (roles: readonly number[]) => table.hire({ roles, deptId: company.people.seller.deptId });
const enter = async ({ username, password }: Person): Promise<boolean> =>
  (await company.call('login', { username, password })).code === 0;

/** Past the first login, with a password that somebody else knows. */
async function opened(person: Person): Promise<Person> {
  await sql`update app_user set password_expires_at = null where user_id = ${person.userId}`.execute(company.db);
  expect(await enter(person)).toBe(true);
  return person;
}
async function puppetOf(actor: Person, roleIds: readonly number[]): Promise<Person> {
  const username = `1390019${String((made += 1)).padStart(4, '0')}`;
  const password = 'Puppet-4711-once';
  const body = { username, password, realname: `木偶${made}`, deptId: actor.deptId, roleIds };
  const { userId } = await good<{ userId: number }>(actor, 'system/user/addUser', body);
  return opened({ ...body, userId, token: await tokenFor(company.db, userId) });
}
/** Somebody, an account that they made, and one that they made from inside it. */
async function twoPuppets() {
  const own = await role(poor);
  const actor = await keeper([own]);
  const first = await puppetOf(actor, [own]);
  return { actor, first, second: await puppetOf(first, [own]) };
}

const waitingOf = ({ body }: Answer): number => (body['detail'] as { waiting?: number } | undefined)?.waiting ?? 0;
async function askFor(actor: Person, people: readonly Person[], roleId: number): Promise<number> {
  const body = { userIds: people.map(({ userId }) => userId), roleIds: [roleId] };
  const requestId = waitingOf(await company.call('system/role/relatedUser', body, { as: actor }));
  expect(requestId).toBeGreaterThan(0);
  return requestId;
}
/** Whether whoever confirms is told of a link. */
const hintOf = async (requestId: number): Promise<number | undefined> => {
  const asked = { type: 1, limit: 100 };
  const { list } = await good<{ list: RightsRequest[] }>(company.people.admin, 'system/rightsRequest/queryList', asked);
  return list.find((request) => request.requestId === requestId)?.hasLink;
};
const linksOf = async (requestId: number): Promise<HandedOver[]> =>
  (await good<{ links: HandedOver[] }>(company.people.admin, 'system/rightsRequest/confirm', { requestId })).links;
const idsOf = (links: readonly HandedOver[]) => links.map(({ userId }) => userId).toSorted((one, other) => one - other);
async function setsOwn(token: string): Promise<void> {
  expect((await company.call('setup/setPassword', { token, password: chosen })).code).toBe(0);
}

describe('an account whose secret is known', () => {
  it('is closed when it gains along with the account that it was made from', async () => {
    const { actor, first, second } = await twoPuppets();
    const requestId = await askFor(actor, [first, second], await role(rich));
    expect(idsOf(await linksOf(requestId))).toEqual([first.userId, second.userId]);
    expect([await enter(first), await enter(second)]).toEqual([false, false]);
  });

  it('is closed when the role gains that it holds along with the account that it was made from', async () => {
    const { actor, first, second } = await twoPuppets();
    const id = await role([]);
    for (const { userId } of [first, second])
      await company.db.insertInto('user_role').values({ user_id: userId, role_id: id }).execute();
    await grant(id, []);
    const answer = await company.call('system/role/updateRoleMenu', { id, rules: selling, type: 3 }, { as: actor });
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('已提交申请')]);
    const requestId = waitingOf(answer);
    expect(await hintOf(requestId)).toBe(1);
    expect(idsOf(await linksOf(requestId))).toEqual([first.userId, second.userId]);
    expect([await enter(first), await enter(second)]).toEqual([false, false]);
  });

  it('is closed when it gains after the account that it was made from, which is its own by then', async () => {
    const { actor, first, second } = await twoPuppets();
    const roleId = await role(rich);
    const [link] = await linksOf(await askFor(actor, [first], roleId));
    await setsOwn(link?.token ?? '');
    expect([await enter(first), await enter(second)]).toEqual([false, true]);
    const requestId = await askFor(actor, [second], roleId);
    expect(await hintOf(requestId)).toBe(1);
    const links = await linksOf(requestId);
    expect([idsOf(links), await enter(second)]).toEqual([[second.userId], false]);
    // nobody knows it any more, so that nothing is closed once more
    await setsOwn(links[0]?.token ?? '');
    expect(await linksOf(await askFor(actor, [second], await role(rich, 5)))).toEqual([]);
  });

  it('stays known when it has given itself another password', async () => {
    const { actor, first } = await twoPuppets();
    const own = { ...first, password: 'Puppet-4712-once' };
    await good(first, 'system/user/resetPassword', { userIds: [first.userId], password: own.password });
    await opened(own);
    const requestId = await askFor(actor, [first], await role(rich));
    expect(await hintOf(requestId)).toBe(1);
    expect([idsOf(await linksOf(requestId)), await enter(own)]).toEqual([[first.userId], false]);
  });

  it('stays known to its maker, who may have used the link that another account of theirs handed over', async () => {
    const { actor, first } = await twoPuppets();
    const other = await puppetOf(actor, [await role(poor)]);
    await setsOwn(await makePasswordLink(company.db, other.userId, first.userId));
    const requestId = await askFor(actor, [other], await role(rich));
    expect(await hintOf(requestId)).toBe(1);
    expect(idsOf(await linksOf(requestId))).toEqual([other.userId]);
  });

  it('is closed when its maker loses what it gains', async () => {
    const { deptId } = await company.db
      .insertInto('department')
      .values({ name: '木偶部', pid: 1, num: 0, remark: '' })
      .returning('dept_id as deptId')
      .executeTakeFirstOrThrow();
    const own = await role(poor);
    const [maker, moved] = [await keeper([own]), await keeper([own])];
    const person = await puppetOf({ ...maker, deptId }, [own]);
    const asking = await keeper([await role(poor, 1)]);
    const body = { userId: moved.userId, deptId };
    const requestId = waitingOf(await company.call('system/user/setUser', body, { as: asking }));
    expect(idsOf(await linksOf(requestId))).toEqual([person.userId]);
    expect(await enter(person)).toBe(false);
  });

  it.each([
    ['stays open while its maker is there, who has as much', 1],
    ['is closed when its maker has left, who would have as much', 0],
  ])('%s', async (_what, status) => {
    const own = await role(poor);
    const [actor, maker] = [await keeper([own]), await keeper([await role(rich, 5)])];
    const person = await puppetOf(maker, [own]);
    const requestId = await askFor(actor, [person], await role(rich));
    if (status === 0)
      await good(company.people.admin, 'system/user/setUserStatus', { userIds: [maker.userId], status });
    expect(await hintOf(requestId)).toBe(status === 0 ? 1 : 0);
    expect(idsOf(await linksOf(requestId))).toEqual(status === 0 ? [person.userId] : []);
    expect(await enter(person)).toBe(status === 1);
  });
});

describe('a company token', () => {
  const tokens = [...poor, ...menuIdsBelow('manage:system:')];
  const path = 'CrmCustomer/queryPageList';
  const codeOf = async (as: Who) => (await company.call(path, { limit: 1 }, { as })).code;
  const actFor = (as: Person, { userId }: Person) =>
    program(company, as, { userId, abilities: ['crm:customer:index', 'crm:customer:read'] });

  it('ends with the known password of the account that it was made from, when that gains', async () => {
    const own = await role(tokens);
    const [actor, other] = [await keeper([own]), await keeper([own])];
    const first = await puppetOf(actor, [own]);
    // one that the actor makes as themselves goes on, since it has nothing that they lack
    const [known, itself] = [await actFor(first, other), await actFor(actor, other)];
    expect([await codeOf(known), await codeOf(itself)]).toEqual([0, 0]);
    const links = await linksOf(await askFor(actor, [first, other], await role(selling)));
    expect(idsOf(links)).toEqual([first.userId]);
    expect([await codeOf(known), await codeOf(itself)]).toEqual([302, 0]);
    const { rows } = await sql<{ subject: string; reason: string }>`
      select a.subject, l.end_reason as reason from audit a join session_login l on l.login_id = ${known.loginId}
      where a.what = 'program.end' and a.subject like ${`login ${known.loginId} user ${other.userId} %`}`.execute(
      company.db,
    );
    expect(rows).toEqual([{ subject: expect.stringContaining('程序'), reason: 'password' }]);
  });

  it('ends when the account gains that is its own by then, unless it was made after that', async () => {
    const own = await role(tokens);
    const [actor, other] = [await keeper([own]), await keeper([own])];
    const first = await puppetOf(actor, [own]);
    const known = await actFor(first, other);
    await setsOwn(await makePasswordLink(company.db, first.userId, company.people.admin.userId));
    const later = await actFor({ ...first, token: await tokenFor(company.db, first.userId) }, other);
    expect([await codeOf(known), await codeOf(later)]).toEqual([0, 0]);
    expect(await linksOf(await askFor(actor, [first, other], await role(selling)))).toEqual([]);
    expect([await codeOf(known), await codeOf(later)]).toEqual([302, 0]);
  });
});
