import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweepInvites } from '#server/modules/admin/invite/apply.ts';
import { customerReading, openInvites, ownPassword } from '#server/modules/admin/invite/testing.ts';
import { bellsOf } from '#server/messages/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { applicationDays, invitePerMinute } from '#shared/admin/invite/invite-calls.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

const invites = openInvites(() => company);
const { ask, good, make, apply, applied, newMobile, links, applicationOf, idOf, decide, hireKeeper } = invites;

const personOf = async (username: string) =>
  (
    await sql<{ roles: number[]; dept: number; status: number; givenBy: number; hash: string }>`
      select array(select role_id from user_role r where r.user_id = u.user_id order by 1) as roles, dept_id as dept,
        status, secret_given_by as "givenBy", password_hash as hash
      from app_user u where username = ${username}`.execute(company.db)
  ).rows[0];
const stored = async (username: string) =>
  (
    await sql<{ state: number; hash: string; user_id: number | null }>`
      select state, password_hash as hash, user_id from invite_application where username = ${username}
      order by application_id`.execute(company.db)
  ).rows;
const audits = async (what: string): Promise<string[]> =>
  (await company.db.selectFrom('audit').select('subject').where('what', '=', what).execute()).map((row) => row.subject);
const login = (username: string, password = ownPassword) => company.call('login', { username, password });
const newRole = async (dataType: number): Promise<number> => {
  const { rows } = await sql<{ id: number }>`
    with made as (
      insert into role (role_name, role_type, data_type) values ('读客户 ' || gen_random_uuid(), 2, ${dataType})
      returning role_id
    ), menus as (
      insert into role_menu (role_id, menu_id) select role_id, unnest(${customerReading}::int[]) from made
    )
    select role_id as id from made`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return rows[0]?.id ?? 0;
};
const seller = () => company.people.seller;
/** Waits for the next minute where this one is nearly over: applications are counted by the minute. */
const early = async (): Promise<void> => {
  const seconds = new Date().getSeconds();
  if (seconds > 50) await sleep((61 - seconds) * 1000);
};

describe('a link', () => {
  it('lets a stranger wait, and in once somebody has accepted, with what it says and the own password', async () => {
    const { inviteId, token } = await make({ deptId: seller().deptId, roleIds: '11,9', days: 3, most: 2 });
    const username = await applied(token, { realname: '新来的', email: 'new@example.com' });
    expect((await login(username)).code).not.toBe(0);
    expect(await applicationOf(username)).toMatchObject({
      realname: '新来的',
      email: 'new@example.com',
      deptName: '销售一部',
      again: 0,
      isTaken: 0,
    });
    const bell = () => bellsOf(company).list('admin', { label: messageLabels.approval });
    expect((await bell())[0]).toMatchObject({
      title: '有人通过您的邀请链接申请加入，等待您处理',
      link: '/manager/employee-dep',
      settled: '',
    });
    // once for a number, and to nobody who has nothing to do with the link
    await apply(token, { username, realname: '再来一次' });
    expect([(await bell()).length, await bellsOf(company).unread('manager')]).toEqual([1, []]);
    expect(await decide([username], 1)).toEqual([[1, '']]);
    expect((await bell()).map(({ settled }) => settled)).toEqual(['您已处理']);
    const person = await personOf(username);
    expect(person).toMatchObject({ roles: [9, 11], dept: seller().deptId, status: 2, givenBy: 3 });
    const entered = await login(username);
    expect([entered.code, entered.body['mustChangePassword'] ?? 0]).toEqual([0, 0]);
    expect((await links()).find((link) => link.inviteId === inviteId)).toMatchObject({
      used: 1,
      most: 2,
      state: 'open',
      deptName: '销售一部',
    });
    expect(await audits('invite.add')).toContain(`invite ${inviteId} department ${seller().deptId} role 9,11`);
    expect((await audits('invite.accept')).length).toBe(1);
    const [log] = await company.db
      .selectFrom('operation_log')
      .select(['kind', 'object'])
      .where('call', '=', 'system/invite/decide')
      .execute();
    expect(log).toEqual({ kind: 'approve', object: 'invite' });
  });

  it('is stored as a hash alone, and so is the password, which goes with the decision', async () => {
    const { inviteId, token } = await make();
    expect(token).toMatch(/^[\w-]{43}$/);
    const [yes, no] = [await applied(token), await applied(token)];
    const { rows } = await sql<{ text: string }>`
      select (select to_jsonb(i)::text from invite i where invite_id = ${inviteId})
        || (select jsonb_agg(a)::text from invite_application a where invite_id = ${inviteId}) as text`.execute(
      company.db,
    );
    for (const secret of [token, ownPassword]) expect(rows[0]?.text).not.toContain(secret);
    expect((await stored(yes))[0]?.hash).toMatch(/^\$(?:argon2id|scrypt)\$/);
    expect(JSON.stringify(await good('queryApplications', { limit: 100 }))).not.toMatch(/argon2id|scrypt/);
    await decide([yes], 1);
    await decide([no], 0);
    expect([(await stored(yes))[0], (await stored(no))[0]]).toEqual([
      { state: 1, hash: '', user_id: expect.any(Number) as number },
      { state: 2, hash: '', user_id: null },
    ]);
    expect((await login(no)).code).not.toBe(0);
    expect(await personOf(no)).toBeUndefined();
  });

  it('takes days and people within its bounds, and roles that there are', async () => {
    for (const wrong of [{ days: 0 }, { days: 31 }, { most: 0 }, { most: 501 }, { roleIds: '' }, { roleIds: '99999' }])
      expect([wrong, (await ask('create', { deptId: 1, roleIds: '11', ...wrong })).code]).not.toEqual([wrong, 0]);
    expect((await ask('create', { deptId: 99_999, roleIds: '11' })).msg).toBe('部门不存在');
    const { validUntil } = await make();
    expect(Math.round((Date.parse(`${validUntil}+08:00`) - Date.now()) / 86_400_000)).toBe(7);
  });

  it('ends, and what came by it can still be decided', async () => {
    const { inviteId, token } = await make();
    const username = await applied(token);
    await good('end', { inviteId });
    await good('end', { inviteId });
    expect(await audits('invite.end')).toEqual([`invite ${inviteId}`]);
    expect((await links()).find((link) => link.inviteId === inviteId)?.state).toBe('ended');
    expect(await stored(await applied(token))).toEqual([]);
    expect(await decide([username], 1)).toEqual([[1, '']]);
  });

  it('takes no more than its most, in whatever number they come at once', async () => {
    const { inviteId, token } = await make({ most: 3 });
    const usernames = await Promise.all(Array.from({ length: 8 }, () => applied(token)));
    const kept = (await Promise.all(usernames.map(stored))).flat();
    expect(kept).toHaveLength(3);
    expect((await links()).find((link) => link.inviteId === inviteId)).toMatchObject({ used: 3, state: 'full' });
    // whoever is refused makes room
    const first = usernames[(await Promise.all(usernames.map(stored))).findIndex((rows) => rows.length > 0)] ?? '';
    await decide([first], 0);
    expect(await stored(await applied(token))).toHaveLength(1);
  });
});

describe('a stranger', () => {
  it('learns nothing: every link and number is answered alike', async () => {
    const [living, ended, over, full, lost] = [
      await make(),
      await make(),
      await make(),
      await make({ most: 1 }),
      await make(),
    ];
    await good('end', { inviteId: ended.inviteId });
    await sql`update invite set valid_until = now() where invite_id = ${over.inviteId}`.execute(company.db);
    await sql`update invite set dept_id = null where invite_id = ${lost.inviteId}`.execute(company.db);
    await applied(full.token);
    const username = newMobile();
    const answers = [
      await apply(living.token, { username }),
      await apply(living.token, { username }),
      await apply(living.token, { username: seller().username }),
      await apply(living.token.toUpperCase()),
      await apply(ended.token),
      await apply(over.token),
      await apply(full.token),
      await apply(lost.token),
      await apply('A'.repeat(43)),
      await apply("' or 1=1 --"),
      await apply(''),
    ];
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(new Set(['{"code":0,"data":{}}']));
    // nobody here is changed by whoever uses their number, and the decider is told
    expect((await login(seller().username, seller().password)).code).toBe(0);
    expect((await applicationOf(seller().username))?.isTaken).toBe(1);
    expect(await decide([seller().username], 1)).toEqual([[0, '手机号重复！']]);
    expect((await applicationOf(username))?.again).toBe(1);
    // so are values that are wrong, before the link is looked at
    const wrong = [
      { password: '12345678' },
      { password: 'short' },
      { username: 'admin' },
      { realname: ' ' },
      { email: 'x' },
    ];
    for (const value of wrong) {
      const [one, other] = [await apply(living.token, value), await apply('A'.repeat(43), value)];
      expect([value, one.code]).not.toEqual([value, 0]);
      expect(other).toEqual(one);
    }
    expect((await apply(living.token, { realname: '欧阳小明', password: 'ouyangxiaoming1' })).code).not.toBe(0);
  });

  it('cannot decide, list or make anything, and neither can whoever may not add staff', async () => {
    const { inviteId, token } = await make();
    const applicationIds = [await idOf(await applied(token))];
    const calls = {
      create: { deptId: 1, roleIds: '11' },
      queryPageList: {},
      end: { inviteId },
      queryApplications: {},
      decide: { applicationIds, accept: 1 },
    };
    for (const [call, body] of Object.entries(calls)) {
      expect([call, (await company.call(`system/invite/${call}`, body)).code]).toEqual([call, 302]);
      expect([call, (await ask(call, body, seller())).code]).toEqual([call, 403]);
    }
  });

  it('does not replace the password of who came first with the same number', async () => {
    const { token } = await make();
    const username = await applied(token);
    expect((await apply(token, { username, password: 'Andere-9917-wort', realname: '冒名' })).code).toBe(0);
    await decide([username], 1);
    expect((await login(username, 'Andere-9917-wort')).code).not.toBe(0);
    expect((await login(username)).code).toBe(0);
  });

  it('is refused beyond the applications of a minute, of the address and of the link', async () => {
    await early();
    const { token } = await make({ most: 500 });
    const flood = async (count: number, link: () => string, place?: string) =>
      (await Promise.all(Array.from({ length: count }, () => apply(link(), { password: 'x' }, place)))).filter(
        ({ code }) => code === 429,
      ).length;
    let at = 0;
    // another link for each changes nothing
    expect(await flood(invitePerMinute.address + 5, () => `link ${(at += 1)}`, '10.8.0.1')).toBe(5);
    expect((await apply(token, {}, '10.8.0.1')).code).toBe(429);
    expect((await apply(token, {}, '10.8.0.2')).code).toBe(0);
    expect(await flood(invitePerMinute.link + 5, () => token)).toBeGreaterThanOrEqual(5);
    expect((await apply(token)).code).toBe(429);
    expect((await apply((await make()).token)).code).toBe(0);
    // a link that there is not is counted like one that there is
    expect(await flood(invitePerMinute.link + 5, () => 'unknown')).toBeGreaterThanOrEqual(5);
  });
});

describe('whoever decides', () => {
  it('sees and decides only what they may give', async () => {
    const { deptId } = seller();
    const keeper = await hireKeeper(4, deptId);
    const [narrow, wide] = [await newRole(1), await newRole(5)];
    const low = await make({ deptId, roleIds: `${narrow}` });
    const high = await make({ deptId, roleIds: `${narrow},${wide}` });
    const [can, cannot] = [await applied(low.token), await applied(high.token)];
    expect((await applicationOf(can, keeper))?.username).toBe(can);
    expect(await applicationOf(cannot, keeper)).toBeUndefined();
    const seen = (await links(keeper)).map(({ inviteId }) => inviteId);
    expect([seen.includes(low.inviteId), seen.includes(high.inviteId)]).toEqual([true, false]);
    for (const accept of [0, 1]) {
      const both = { applicationIds: [await idOf(can), await idOf(cannot)], accept };
      expect((await ask('decide', both, keeper)).code).toBe(404);
    }
    expect((await ask('end', { inviteId: high.inviteId }, keeper)).code).toBe(404);
    expect([(await stored(can))[0]?.state, (await stored(cannot))[0]?.state]).toEqual([0, 0]);
    const refused = await ask('create', { deptId, roleIds: `${wide}` }, keeper);
    expect([refused.code, refused.msg]).toEqual([expect.any(Number), expect.stringContaining('不能授予')]);
    expect(await decide([can], 1, keeper)).toEqual([[1, '']]);
    expect(await personOf(can)).toMatchObject({ roles: [narrow], givenBy: keeper.userId });
  });

  it('gives nobody more by a link than they have: what of the roles is beyond them waits', async () => {
    const { deptId } = seller();
    const keeper = await hireKeeper(3, deptId);
    // the role is the keeper's own width, but elsewhere it reaches people whom the keeper does not
    const role = await newRole(3);
    const { token } = await make({ deptId: company.people.stranger.deptId, roleIds: `${role}` }, keeper);
    const username = await applied(token);
    expect(await decide([username], 1, keeper)).toEqual([[1, expect.stringContaining('已提交申请')]]);
    expect(await personOf(username)).toMatchObject({ roles: [], dept: company.people.stranger.deptId });
    const { rows } = await sql<{ request_id: number }>`
      select request_id from rights_request where asked_by = ${keeper.userId} and state = 0`.execute(company.db);
    const confirmed = await company.call(
      'system/rightsRequest/confirm',
      { requestId: rows[0]?.request_id },
      { as: company.people.admin },
    );
    // the keeper may have been the applicant: the password that was chosen ends
    expect((confirmed.data as { links: unknown[] }).links).toHaveLength(1);
    expect(await personOf(username)).toMatchObject({ roles: [role], hash: '' });
  });

  it('is held to the rights of the moment, and to roles and departments that there still are', async () => {
    const { deptId } = seller();
    const keeper = await hireKeeper(4, deptId);
    const [kept, gone] = [await newRole(2), await newRole(1)];
    const { token } = await make({ deptId, roleIds: `${kept}` }, keeper);
    const late = await applied(token);
    await sql`update role set data_type = 1 where role_id in (select role_id from user_role where user_id = ${keeper.userId})`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    expect((await ask('decide', { applicationIds: [await idOf(late)], accept: 1 }, keeper)).code).toBe(404);
    const { token: other } = await make({ deptId, roleIds: `${gone},11` });
    const username = await applied(other);
    expect((await company.call('system/role/delete', { roleId: gone }, { as: company.people.admin })).code).toBe(0);
    expect(await decide([username, late], 1)).toEqual([
      [1, ''],
      [0, '角色不存在'],
    ]);
    expect(await personOf(username)).toBeUndefined();
    const empty = await company.call('system/dept/addDept', { name: '临时部', pid: 1 }, { as: company.people.admin });
    const { token: third, inviteId } = await make({ deptId: (empty.data as { deptId: number }).deptId });
    const homeless = await applied(third);
    await sql`delete from department where name = '临时部'`.execute(company.db);
    expect(await decide([homeless], 1)).toEqual([[0, '部门不存在']]);
    expect((await links()).find((link) => link.inviteId === inviteId)?.state).toBe('lost');
  });

  it('decides once, whoever else decides at the same moment', async () => {
    const { token } = await make();
    const usernames = [await applied(token), await applied(token)];
    const applicationIds = await Promise.all(usernames.map(idOf));
    const { admin, hr } = company.people;
    await sql`insert into user_role (user_id, role_id) values (${hr.userId}, 1) on conflict do nothing`.execute(
      company.db,
    );
    await sql`update org_version set version = version + 1`.execute(company.db);
    const answers = await Promise.all([
      ask('decide', { applicationIds, accept: 1 }, admin),
      ask('decide', { applicationIds: applicationIds.toReversed(), accept: 1 }, hr),
      ask('decide', { applicationIds, accept: 0 }, admin),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([0, 0, 0]);
    const results = answers.flatMap(
      ({ data }) => (data as { results: { applicationId: number; isDone: number; msg: string }[] }).results,
    );
    for (const id of applicationIds) {
      const own = results.filter(({ applicationId }) => applicationId === id);
      expect(own.filter(({ isDone }) => isDone === 1)).toHaveLength(1);
      expect(own.filter(({ msg }) => msg === '这份申请已被处理')).toHaveLength(2);
    }
  });

  it('no longer finds what nobody accepted in its days', async () => {
    const { token } = await make();
    const [old, refused, accepted, fresh] = [
      await applied(token),
      await applied(token),
      await applied(token),
      await applied(token),
    ];
    await decide([refused], 0);
    await decide([accepted], 1);
    await sql`
      update invite_application set create_time = now() - make_interval(days => ${applicationDays}, mins => 1)
      where username = any(${[old, refused, accepted]}::text[])`.execute(company.db);
    await sweepInvites(company.db);
    expect(await Promise.all([old, refused, accepted, fresh].map(async (one) => (await stored(one)).length))).toEqual([
      0, 0, 1, 1,
    ]);
  });
});
