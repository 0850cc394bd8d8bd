import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DepartmentNode } from '#shared/admin/department-calls.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, as?: Person) => company.call(path, body, as ? { as } : {});
const tree = async (body: Record<string, unknown>, as: Person) =>
  (await ask('system/dept/queryDeptTree', body, as)).data as DepartmentNode[];
const idOf = async (name: string, pid = 1): Promise<number> =>
  (await tree({}, company.people.admin)).find((node) => node.name === name && node.pid === pid)?.id ?? 0;
const inScope = async (person: Person) =>
  ((await ask('system/dept/queryDeptByAuth', {}, person)).data as DepartmentNode[]).map((node) => node.name);

describe('the department tree', () => {
  it('is flat for pickers, nested with label and level for trees, and open to every employee', async () => {
    const { seller } = company.people;
    const flat = await tree({}, seller);
    expect(flat.map(({ id, name, pid }) => [id, name, pid])).toContainEqual([1, '办公室', 0]);
    expect(await tree({ type: 'save' }, seller)).toEqual(flat);
    const [root] = await tree({ type: 'tree' }, seller);
    expect(root).toMatchObject({ id: 1, pid: 0, label: '办公室', level: 1 });
    expect(root?.children?.map((node) => [node.label, node.level])).toEqual([
      ['销售一部', 2],
      ['销售二部', 2],
    ]);
    expect(root?.children?.[0]).not.toHaveProperty('children');
  });

  it('leaves a department and its descendants out of the choices for its new parent', async () => {
    const { admin } = company.people;
    expect(await tree({ type: 'update', id: 1 }, admin)).toEqual([]);
    const sales = await idOf('销售一部');
    expect((await tree({ type: 'update', id: sales }, admin)).map((node) => node.name)).toEqual(['销售二部', '办公室']);
  });

  it('shows the departments of the widest data scope of the roles', async () => {
    const { admin, hr, manager, seller } = company.people;
    expect(await inScope(admin)).toEqual(['销售一部', '销售二部', '办公室']);
    expect(await inScope(hr)).toEqual(['销售一部', '销售二部', '办公室']);
    expect(await inScope(manager)).toEqual(['销售一部']);
    expect(await inScope(seller)).toEqual(['销售一部']);
    await company.db.updateTable('role').set({ data_type: 2 }).where('role_id', '=', 8).execute();
    await company.db
      .updateTable('app_user')
      .set({ parent_id: manager.userId })
      .where('user_id', '=', company.people.stranger.userId)
      .execute();
    await company.db.updateTable('org_version').set({ version: 1000 }).execute();
    expect(await inScope(manager)).toEqual(['销售一部', '销售二部']);
    await company.db.deleteFrom('user_role').where('user_id', '=', company.people.agent.userId).execute();
    expect(await inScope(company.people.agent)).toEqual([]);
  });
});

describe('changing departments', () => {
  it('requires a login and the right', async () => {
    const { seller, hr } = company.people;
    for (const path of ['system/dept/addDept', 'system/dept/updateDept', 'system/dept/deleteDept']) {
      expect((await ask(path, { name: '甲', deptId: 1, id: 1 })).code).toBe(302);
      expect((await ask(path, { name: '甲', deptId: 1, id: 1 }, seller)).code).toBe(403);
    }
    expect((await ask('system/dept/queryDeptTree', {})).code).toBe(302);
    expect((await ask('system/dept/queryDeptTree', {}, hr)).code).toBe(0);
  });

  it('adds one below another, with a name unique per parent, and records it', async () => {
    const { hr } = company.people;
    const added = await ask('system/dept/addDept', { name: ' 财务部 ', pid: '1', num: 3 }, hr);
    const { deptId } = added.data as { deptId: number };
    expect((await tree({}, hr)).find((node) => node.id === deptId)).toEqual({ id: deptId, name: '财务部', pid: 1 });
    const duplicate = await ask('system/dept/addDept', { name: '财务部', pid: 1 }, hr);
    expect([duplicate.code, duplicate.msg]).toEqual([422, '同级部门名称不能重复']);
    expect((await ask('system/dept/addDept', { name: '财务部', pid: deptId }, hr)).code).toBe(0);
    expect((await ask('system/dept/addDept', { name: '甲', pid: 999 }, hr)).msg).toBe('部门不存在');
    expect((await ask('system/dept/addDept', { name: ' ', pid: 1 }, hr)).code).toBe(422);
    expect((await ask('system/dept/addDept', { name: '长'.repeat(51), pid: 1 }, hr)).code).toBe(422);
    const row = await company.db
      .selectFrom('audit')
      .selectAll()
      .where('what', '=', 'department.add')
      .where('subject', '=', `department ${deptId}`)
      .executeTakeFirst();
    expect(row).toMatchObject({ user_id: hr.userId, result: 'done' });
  });

  it('replays an add with the same key instead of adding twice', async () => {
    const { hr } = company.people;
    const send = () =>
      company.call('system/dept/addDept', { name: '法务部', pid: 1 }, { as: hr, headers: { 'idempotency-key': 'd1' } });
    const [first, second] = [await send(), await send()];
    expect(second.data).toEqual(first.data);
    expect(second.headers['idempotent-replayed']).toBe('true');
  });

  it('writes only what was sent, and never moves a department below itself', async () => {
    const { hr } = company.people;
    const finance = await idOf('财务部');
    const inner = (await tree({}, hr)).find((node) => node.pid === finance)?.id ?? 0;
    expect((await ask('system/dept/updateDept', { deptId: finance, name: '财务中心' }, hr)).code).toBe(0);
    expect((await tree({}, hr)).find((node) => node.id === finance)).toEqual({ id: finance, name: '财务中心', pid: 1 });
    for (const pid of [finance, inner]) {
      const refused = await ask('system/dept/updateDept', { deptId: finance, pid }, hr);
      expect([refused.code, refused.msg]).toEqual([422, '该部门的下级部门不能设置为上级部门']);
    }
    expect((await ask('system/dept/updateDept', { deptId: 999, name: '甲' }, hr)).msg).toBe('部门不存在');
    expect((await ask('system/dept/updateDept', { deptId: finance, name: '销售一部' }, hr)).msg).toBe(
      '同级部门名称不能重复',
    );
    expect((await ask('system/dept/updateDept', { deptId: finance, pid: 0 }, hr)).code).toBe(0);
    expect((await tree({}, hr)).find((node) => node.id === finance)?.pid).toBe(0);
  });

  it('removes only empty departments', async () => {
    const { hr } = company.people;
    const finance = await idOf('财务中心', 0);
    const inner = (await tree({}, hr)).find((node) => node.pid === finance)?.id ?? 0;
    expect((await ask('system/dept/deleteDept', { id: finance }, hr)).msg).toBe('该部门下有下级部门，不能删除！');
    expect((await ask('system/dept/deleteDept', { id: await idOf('销售一部') }, hr)).msg).toBe(
      '该部门下有员工，不能删除！',
    );
    expect((await ask('system/dept/deleteDept', { id: inner }, hr)).code).toBe(0);
    expect((await ask('system/dept/deleteDept', { id: finance }, hr)).code).toBe(0);
    expect((await ask('system/dept/deleteDept', { id: finance }, hr)).msg).toBe('部门不存在');
    expect((await tree({}, hr)).some((node) => node.id === finance)).toBe(false);
  });

  it('accepts only one of two opposite moves, so that no cycle forms', async () => {
    const { hr } = company.people;
    const add = async (name: string) =>
      ((await ask('system/dept/addDept', { name, pid: 0 }, hr)).data as { deptId: number }).deptId;
    for (let round = 0; round < 5; round += 1) {
      const [left, right] = [await add(`左${round}`), await add(`右${round}`)];
      const codes = await Promise.all([
        ask('system/dept/updateDept', { deptId: left, pid: right }, hr),
        ask('system/dept/updateDept', { deptId: right, pid: left }, hr),
      ]);
      expect(codes.map((answer) => answer.code).toSorted()).toEqual([0, 422]);
    }
  });

  it('does not let somebody widen their own department scope by moving departments', async () => {
    const { manager } = company.people;
    await company.db.updateTable('role').set({ data_type: 4 }).where('role_id', '=', 8).execute();
    await company.db.insertInto('user_role').values({ user_id: manager.userId, role_id: 3 }).execute();
    await company.db.updateTable('org_version').set({ version: 2000 }).execute();
    const move = { deptId: await idOf('销售二部'), pid: manager.deptId };
    expect((await ask('system/dept/updateDept', move, manager)).code).toBe(403);
    expect((await tree({}, manager)).find((node) => node.id === move.deptId)?.pid).toBe(1);
    expect((await ask('system/dept/updateDept', move, company.people.admin)).code).toBe(0);
  });
});
