import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { openHistory } from '#server/testing/company/setting-history.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { openStaffCalls } from './testing.ts';

// What was changed of departments and people: who, when, from what to what, and its undo.

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, rowOf, hire, audits } = openStaffCalls(() => company);
const { changesOf, takeBack } = openHistory(() => company);
const good = async (path: string, body: Record<string, unknown>, as = company.people.admin): Promise<unknown> => {
  const answer = await ask(path, body, as);
  expect([path, answer.code, answer.msg]).toEqual([path, 0, '']);
  return answer.data;
};
const newest = async (kind: string) => (await changesOf(kind))[0];
const departments = async () =>
  (await ask('system/dept/queryDeptTree', {}, company.people.admin)).data as {
    id: number;
    name: string;
    pid: number;
  }[];

/** Somebody with these rights of the users page alone. */
async function holderOf(...actions: string[]): Promise<Pick<Person, 'token'>> {
  const { rows } = await sql<{ id: number }>`
    insert into role (role_name, role_type, data_type) values (${actions.join()}, 1, 5) returning role_id as id`.execute(
    company.db,
  );
  const roleId = rows[0]?.id ?? 0;
  for (const { menuId, permission } of menuRows)
    if (actions.some((action) => permission === `manage:users:${action}`))
      await sql`insert into role_menu (role_id, menu_id) values (${roleId}, ${menuId})`.execute(company.db);
  const { userId } = await hire({});
  await sql`update app_user set status = 1, password_expires_at = null where user_id = ${userId}`.execute(company.db);
  await sql`update user_role set role_id = ${roleId} where user_id = ${userId}`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return { token: await tokenFor(company.db, userId) };
}

describe('departments', () => {
  it('keep that they were added, changed, moved and deleted, and each is taken back', async () => {
    const before = await departments();
    const { deptId } = (await good('system/dept/addDept', { name: '渠道部', pid: 1 })) as { deptId: number };
    expect(await newest('department')).toMatchObject({
      item: '渠道部',
      realname: company.people.admin.realname,
      differences: [
        { label: '部门名称', before: '', after: '渠道部' },
        { label: '上级部门', before: '', after: before.find(({ id }) => id === 1)?.name },
        { label: '排序', before: '', after: '0' },
      ],
      mayTakeBack: 1,
    });
    await good('system/dept/updateDept', { deptId, name: '渠道一部', pid: 0 });
    expect((await newest('department'))?.differences).toEqual([
      { label: '部门名称', before: '渠道部', after: '渠道一部' },
      { label: '上级部门', before: before.find(({ id }) => id === 1)?.name, after: '' },
    ]);
    expect(await takeBack('department')).toBe('');
    expect((await departments()).find(({ id }) => id === deptId)).toMatchObject({ name: '渠道部', pid: 1 });
    await good('system/dept/deleteDept', { id: deptId });
    expect((await departments()).map(({ id }) => id)).not.toContain(deptId);
    // it comes back under its id
    expect(await takeBack('department')).toBe('');
    expect((await departments()).find(({ id }) => id === deptId)).toMatchObject({ name: '渠道部', pid: 1 });
    expect(await takeBack('department')).toBe('');
    expect((await departments()).toSorted((one, other) => one.id - other.id)).toEqual(
      before.toSorted((one, other) => one.id - other.id),
    );
    // what stays as it is leaves no trace
    const count = (await changesOf('department')).length;
    await good('system/dept/updateDept', { deptId: 1, name: before.find(({ id }) => id === 1)?.name });
    expect((await changesOf('department')).length).toBe(count);
  });

  it('are not taken back into what the form refuses', async () => {
    const { deptId } = (await good('system/dept/addDept', { name: '要用的部门' })) as { deptId: number };
    const added = await newest('department');
    await hire({ deptId });
    expect(await takeBack('department')).toBe('该部门下有员工，不能删除！');
    expect(added?.changeId).toBe((await newest('department'))?.changeId);
    // its place was taken since
    const { deptId: other } = (await good('system/dept/addDept', { name: '先来' })) as { deptId: number };
    await good('system/dept/updateDept', { deptId: other, name: '改名' });
    await good('system/dept/addDept', { name: '先来' });
    const renamed = (await changesOf('department')).find(({ item }) => item === '改名');
    const undone = await ask('system/setting/undoChange', { changeId: renamed?.changeId }, company.people.admin);
    expect([undone.code, undone.msg]).toEqual([422, expect.stringContaining('部门')]);
  });

  it('are taken back with the right of what that does', async () => {
    const editor = await holderOf('deptUpdate');
    await good('system/dept/addDept', { name: '只加不删' });
    const added = await newest('department');
    const refused = await ask('system/setting/undoChange', { changeId: added?.changeId }, editor as Person);
    expect(refused.code).toBe(403);
    expect((await departments()).map(({ name }) => name)).toContain('只加不删');
  });
});

describe('people', () => {
  it('keep what was changed of them and who did it, and are as they were after the undo', async () => {
    const { admin, seller, stranger } = company.people;
    const { userId } = await hire({ realname: '改动同事', post: '专员', deptId: seller.deptId });
    const added = await newest('person');
    expect(added).toMatchObject({ realname: admin.realname, mayTakeBack: 0 });
    expect(added?.differences).toContainEqual({ label: '改动同事 · 岗位', before: '', after: '专员' });
    expect(await takeBack('person')).toContain('不能撤销');
    const before = await rowOf(userId);
    const changes = {
      userId,
      realname: '改动后',
      sex: 1,
      email: 'after@example.com',
      post: '主管',
      deptId: stranger.deptId,
      parentId: stranger.userId,
    };
    await good('system/user/setUser', changes);
    expect((await newest('person'))?.differences).toEqual([
      { label: '改动后 · 姓名', before: '改动同事', after: '改动后' },
      { label: '改动后 · 性别', before: '未填写', after: '男' },
      { label: '改动后 · 邮箱', before: '', after: 'after@example.com' },
      { label: '改动后 · 岗位', before: '专员', after: '主管' },
      { label: '改动后 · 部门', before: '销售一部', after: '销售二部' },
      { label: '改动后 · 直属上级', before: '', after: stranger.realname },
    ]);
    expect(await takeBack('person')).toBe('');
    expect(await rowOf(userId)).toEqual(before);
    expect((await audits('user.change')).at(-1)).toMatchObject({ subject: `user ${userId}`, user_id: admin.userId });
    await good('system/user/setAgentFlag', { userIds: [userId], agentFlag: 1 });
    expect((await newest('person'))?.differences).toEqual([
      { label: '改动同事 · 代理商', before: '停用', after: '启用' },
    ]);
    expect(await takeBack('person')).toBe('');
    expect(await rowOf(userId)).toEqual(before);
  });

  it('that are moved or disabled together are put back together, and logins stay ended', async () => {
    const { seller, stranger } = company.people;
    const ids = [
      (await hire({ realname: '同动甲', deptId: 1 })).userId,
      (await hire({ realname: '同动乙', deptId: seller.deptId })).userId,
    ];
    const rows = () => Promise.all(ids.map(rowOf));
    await sql`update app_user set status = 1 where user_id = any(${ids}::int[])`.execute(company.db);
    const before = await rows();
    await good('system/user/setUserDept', { userIds: ids, deptIds: [stranger.deptId] });
    expect((await newest('person'))?.differences).toHaveLength(2);
    expect(await takeBack('person')).toBe('');
    expect(await rows()).toEqual(before);
    const token = await tokenFor(company.db, ids[0] ?? 0);
    await good('system/user/setUserStatus', { userIds: ids, status: 0 });
    expect(await takeBack('person')).toBe('');
    expect(await rows()).toEqual(before);
    expect((await company.call('system/role/auth', {}, { as: { token } })).code).toBe(302);
  });

  it('are put back by whoever may do what that does, giving nobody more than the actor has', async () => {
    const { seller, peer, admin } = company.people;
    const { userId } = await hire({ deptId: 1 });
    await sql`update app_user set status = 1 where user_id = ${userId}`.execute(company.db);
    await good('system/user/setUserStatus', { userIds: [userId], status: 0 });
    const disabled = (await newest('person'))?.changeId;
    const editor = (await holderOf('userUpdate')) as Person;
    expect((await ask('system/setting/undoChange', { changeId: disabled }, editor)).code).toBe(403);
    expect(await rowOf(userId)).toMatchObject({ status: 0 });
    // the superior of a salesperson sees what the holder of the right does not
    await sql`update role set data_type = 2 where role_id = 11`.execute(company.db);
    await good('system/user/setUser', { userId: seller.userId, parentId: peer.userId });
    await good('system/user/setUser', { userId: seller.userId, parentId: userId });
    const moved = (await newest('person'))?.changeId;
    const answer = await ask('system/setting/undoChange', { changeId: moved }, editor);
    expect([answer.code, answer.msg]).toEqual([403, expect.stringContaining('权限')]);
    expect(await rowOf(seller.userId)).toMatchObject({ parentId: userId });
    expect((await ask('system/setting/undoChange', { changeId: moved }, admin)).code).toBe(0);
    // a loop that came about since is refused
    await good('system/user/setUser', { userId: peer.userId, parentId: 0 });
    await good('system/user/setUser', { userId: seller.userId, parentId: 0 });
    const free = (await newest('person'))?.changeId;
    await good('system/user/setUser', { userId: peer.userId, parentId: seller.userId });
    expect((await ask('system/setting/undoChange', { changeId: free }, admin)).msg).toContain('直属上级');
  });
});
