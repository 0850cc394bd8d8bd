import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openCompany, tokenFor, type Company, type Person } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';
import type { ApprovalCategory } from '#shared/oa/approval-categories/category-calls.ts';
import type { SettingChange } from '#shared/platform/setting-change-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
beforeEach(async () => {
  await sql`delete from approval_category where not is_sys`.execute(company.db);
  await sql`update approval_category set status = 1, user_ids = '{}', dept_ids = '{}'`.execute(company.db);
});

type Who = Pick<Person, 'token'>;
const ask = (call: string, body: Record<string, unknown> = {}, as: Who = company.people.admin) =>
  company.call(call.includes('/') ? call : `OaExamineCategory/${call}`, body, { as });
const save = async (body: Record<string, unknown>): Promise<number> => {
  const answer = await ask('setExamineCategory', { examineType: 2, ...body });
  expect(answer.msg).toBe('');
  return (answer.data as { categoryId: number }).categoryId;
};
const rows = async (body: Record<string, unknown> = {}) =>
  ((await ask('queryExamineCategoryList', { limit: 100, ...body })).data as { list: ApprovalCategory[] }).list;
const one = async (id: number) => (await ask('queryExamineCategoryById', { id })).data as ApprovalCategory;
const offered = async (as: Who) =>
  ((await ask('queryAllExamineCategoryList', {}, as)).data as { title: string }[]).map(({ title }) => title);
const undoNewest = async () => {
  const list = await ask('system/setting/queryChangeList', { kinds: 'approval_category' });
  const [newest] = (list.data as { list: SettingChange[] }).list;
  return ask('system/setting/undoChange', { changeId: newest?.changeId });
};
interface Shown {
  readonly fieldId: number;
  readonly fieldName: string;
  readonly name: string;
  readonly formType: string;
  readonly operating: number;
  readonly formVersion: string;
}
const form = async (categoryId: number) => (await ask('queryFieldList', { categoryId })).data as Shown[];
const saveForm = (categoryId: number, data: readonly object[], more: object = {}) =>
  ask('field/examineFieldSave', { categoryId, data, ...more });
const flows = async (id: number) =>
  (
    await sql<{ status: number; examine_id: number }>`
      select status::int as status, examine_id from approval_flow where category_type = ${1000 + id} order by examine_id`.execute(
      company.db,
    )
  ).rows;

/** Somebody with one right of the back office. */
async function holderOf(permission: Permission): Promise<Who> {
  const { agent } = company.people;
  const [menuId] = menuIdsBelow(permission);
  await sql`delete from role_menu where role_id = 9`.execute(company.db);
  await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
  await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
  await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
  await sql`update org_version set version = version + 1`.execute(company.db);
  return { token: await tokenFor(company.db, agent.userId) };
}

describe('approval categories', () => {
  it('are six at first, whose forms nobody changes and which nobody deletes', async () => {
    const built = await rows();
    expect(
      built.map(({ title, type, isSys, examineType, status }) => [title, type, isSys, examineType, status]),
    ).toEqual(
      ['普通审批', '请假审批', '出差审批', '加班审批', '差旅报销', '借款申请'].map((title, at) => [
        title,
        at + 1,
        1,
        2,
        1,
      ]),
    );
    expect((await form(2)).map(({ fieldName, formType }) => [fieldName, formType])).toEqual([
      ['type_id', 'select'],
      ['content', 'text'],
      ['start_time', 'datetime'],
      ['end_time', 'datetime'],
      ['duration', 'floatnumber'],
      ['remark', 'textarea'],
    ]);
    expect((await form(3)).at(-1)).toMatchObject({ formType: 'business_cause', type: 22 });
    expect(await ask('deleteExamineCategory', { id: 2 })).toMatchObject({
      code: 422,
      msg: expect.stringContaining('请假审批') as unknown,
    });
    expect((await saveForm(2, [{ name: '金额', formType: 'floatnumber' }])).msg).toContain('请假审批');
    expect(await rows()).toHaveLength(6);
  });

  it('come back as they were saved, with names of people, departments and approvers', async () => {
    const { seller, admin } = company.people;
    const { rows: depts } = await sql<{ id: number; name: string }>`
      select dept_id as id, name from department order by dept_id limit 1`.execute(company.db);
    const [dept] = depts;
    const id = await save({
      title: '用章申请',
      remarks: '合同用章',
      examineType: 1,
      userIds: [seller.userId],
      deptIds: [dept?.id],
      step: [{ stepType: 1 }, { stepType: 3, checkUserId: [admin.userId] }],
    });
    expect(await one(id)).toMatchObject({
      categoryId: id,
      title: '用章申请',
      remarks: '合同用章',
      type: 0,
      isSys: 0,
      status: 1,
      examineType: 1,
      userIds: [{ userId: seller.userId, realname: seller.realname }],
      deptIds: [dept],
      stepList: [
        { stepType: 1, stepNum: 1 },
        { stepType: 3, stepNum: 2, userList: [{ userId: admin.userId, realname: admin.realname }] },
      ],
    });
    expect((await rows({ search: '用章' })).map(({ title }) => title)).toEqual(['用章申请']);
    expect(await rows({ search: '%' })).toEqual([]);
  });

  it('give each change of the flow a new row, so that running approvals stay on theirs', async () => {
    const id = await save({ title: '采购', examineType: 1, step: [{ stepType: 1 }] });
    await save({ id, title: '采购', examineType: 1, step: [{ stepType: 1 }], remarks: '说明' });
    expect((await flows(id)).map(({ status }) => status)).toEqual([1]);
    await save({ id, title: '采购', examineType: 2 });
    expect((await flows(id)).map(({ status }) => status)).toEqual([2, 1]);
    expect(await one(id)).toMatchObject({ examineType: 2, stepList: [] });
  });

  it('keep their flows out of the list of the company, whose calls do not reach them', async () => {
    const id = await save({ title: '采购', examineType: 1, step: [{ stepType: 1 }] });
    const [flow] = await flows(id);
    const list = (await ask('examine/queryAllExamine', { limit: 100 })).data as { list: { name: string }[] };
    expect(list.list.map(({ name }) => name)).not.toContain('采购');
    const examineId = flow?.examine_id;
    const refused = { code: 404 };
    expect(await ask('examine/queryExamineById', { examineId })).toMatchObject(refused);
    expect(await ask('examine/updateStatus', { examineId, status: 2 })).toMatchObject(refused);
    expect(await ask('examine/copyExamine', { examineId, name: '复制' })).toMatchObject(refused);
    expect(await ask('examine/setOrder', { examineIds: [examineId] })).toMatchObject(refused);
    const other = { examineId, name: '其他', categoryType: 1, examineType: 2 };
    expect(await ask('examine/saveExamine', other)).toMatchObject(refused);
    expect(await one(id)).toMatchObject({ examineType: 1 });
  });

  it('are offered to whom they are visible while they are enabled', async () => {
    const { seller, admin } = company.people;
    const id = await save({ title: '采购', userIds: [admin.userId] });
    expect(await offered(seller)).not.toContain('采购');
    expect(await offered(admin)).toContain('采购');
    const { rows: mine } = await sql<{ dept_id: number }>`
      select dept_id from app_user where user_id = ${seller.userId}`.execute(company.db);
    await save({ id, title: '采购', deptIds: [mine[0]?.dept_id] });
    expect(await offered(seller)).toContain('采购');
    await ask('updateStatus', { id });
    expect(await offered(seller)).not.toContain('采购');
    await ask('updateStatus', { id, status: 0 });
    expect(await one(id)).toMatchObject({ status: 0 });
    await ask('updateStatus', { id });
    expect(await offered(seller)).toContain('采购');
  });

  it('are deleted and come back with flow and form by undo', async () => {
    const id = await save({ title: '采购', examineType: 1, step: [{ stepType: 1 }] });
    await saveForm(id, [...(await form(id)), { name: '预算', formType: 'floatnumber' }]);
    const before = [await one(id), await form(id)];
    expect((await ask('deleteExamineCategory', { id })).code).toBe(0);
    expect((await rows()).map(({ title }) => title)).not.toContain('采购');
    expect((await ask('queryExamineCategoryById', { id })).code).not.toBe(0);
    expect((await undoNewest()).msg).toBe('');
    const after = [await one(id), await form(id)];
    const still = (value: unknown) =>
      JSON.parse(JSON.stringify(value, (key, part: unknown) => (key === 'updateTime' ? '' : part))) as unknown;
    expect(still(after)).toEqual(still(before));
    await save({ title: '报备' });
    await ask('deleteExamineCategory', { id });
    await save({ title: '采购' });
    expect((await undoNewest()).code).toBe(0);
  });

  it('refuse what is not right, naming it', async () => {
    const { seller } = company.people;
    await save({ title: '采购' });
    const said = async (body: Record<string, unknown>) =>
      (await ask('setExamineCategory', { examineType: 2, ...body })).msg;
    expect(await said({ title: ' 采购 ' })).toContain('采购');
    expect(await said({ title: ' ' })).toContain('审批类型名称');
    expect(await said({ title: '长'.repeat(51) })).not.toBe('');
    expect(await said({ title: '新', examineType: 1, step: [] })).not.toBe('');
    expect(await said({ title: '新', examineType: 1, step: [{ stepType: 2 }] })).toContain('1');
    expect(await said({ title: '新', userIds: [999_999] })).toBe('有员工不存在或已停用');
    expect(await said({ title: '新', deptIds: [999_999] })).toBe('有部门不存在');
    await sql`update app_user set status = 0 where user_id = ${seller.userId}`.execute(company.db);
    const disabled = await said({ title: '新', userIds: [seller.userId] });
    await sql`update app_user set status = 1 where user_id = ${seller.userId}`.execute(company.db);
    expect(disabled).toBe('有员工不存在或已停用');
    expect(await said({ id: 999_999, title: '新' })).not.toBe('');
    expect(await rows()).toHaveLength(7);
  });

  it('are saved once by two at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => ask('setExamineCategory', { title: '并发', examineType: 2 })),
    );
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  });

  it('are for whoever has the right alone', async () => {
    const id = await save({ title: '采购' });
    const { seller } = company.people;
    const holder = await holderOf('manage:oa:examine');
    const calls = [
      ['queryExamineCategoryList', {}],
      ['queryExamineCategoryById', { id }],
      ['setExamineCategory', { id, title: '采购', examineType: 2 }],
      ['updateStatus', { id }],
      ['queryUserList', {}],
      ['queryDeptList', {}],
      ['queryFieldList', { categoryId: id }],
      ['field/examineFieldSave', { categoryId: id, data: [] }],
      ['deleteExamineCategory', { id }],
    ] as const;
    for (const [call, body] of calls)
      expect([call, (await ask(call, body, seller)).code]).toEqual([call, expect.not.stringMatching(/^0$/)]);
    expect(await one(id)).toMatchObject({ status: 1 });
    for (const [call, body] of calls.filter(([name]) => name !== 'field/examineFieldSave'))
      expect([call, (await ask(call, body, holder)).msg]).toEqual([call, '']);
  });
});

describe('the form of a category', () => {
  it('begins with a reason and remarks, which can be renamed but not deleted, and takes fields in their order', async () => {
    const id = await save({ title: '采购' });
    const [content, remark] = await form(id);
    expect([content, remark]).toMatchObject([
      { fieldName: 'content', formType: 'textarea', operating: 1, isNull: 1 },
      { fieldName: 'remark', formType: 'textarea', operating: 1, isNull: 0 },
    ]);
    expect((await saveForm(id, [content ?? {}])).msg).toContain('备注');
    const money = { name: '预算', formType: 'floatnumber', isNull: 1 };
    const kind = { name: '类别', formType: 'select', setting: ['甲', '乙'], defaultValue: '甲' };
    expect((await saveForm(id, [money, { ...content, name: '采购原因' }, kind, remark ?? {}])).msg).toBe('');
    const after = await form(id);
    expect(after.map(({ name, fieldName }) => [name, fieldName])).toEqual([
      ['预算', '预算'],
      ['采购原因', 'content'],
      ['类别', '类别'],
      ['备注', 'remark'],
    ]);
    expect(after[1]?.fieldId).toBe(content?.fieldId);
    await saveForm(id, after.slice(1));
    await saveForm(id, [...after.slice(1), { name: '预算', formType: 'number' }]);
    expect((await form(id)).at(-1)?.fieldId).not.toBe(after[0]?.fieldId);
  });

  it('refuses what is not right and what others have changed meanwhile', async () => {
    const id = await save({ title: '采购' });
    const fields = await form(id);
    const other = await save({ title: '用章' });
    const said = async (more: readonly object[], base?: string) =>
      (await saveForm(id, [...fields, ...more], { base })).msg;
    expect(await said([{ name: '', formType: 'text' }])).not.toBe('');
    expect(await said([{ name: '备注', formType: 'text' }])).not.toBe('');
    expect(await said([{ name: '类别', formType: 'select' }])).toContain('类别');
    expect(await said([{ name: '怪', formType: 'business_cause' }])).toContain('怪');
    expect(await said([{ name: '合计', formType: 'floatnumber', formula: '1+1' }])).toContain('合计');
    expect(await said([{ ...(await form(other))[0], name: '别人的' }])).toContain('别人的');
    expect(await said([{ ...fields[0], name: '两次' }])).not.toBe('');
    expect(await said([], fields[0]?.formVersion)).toBe('');
    expect(await said([{ name: '预算', formType: 'number' }], 'other')).not.toBe('');
    const retyped = fields.map((field, at) => (at === 0 ? { ...field, type: 5, formType: 'number' } : field));
    expect((await saveForm(id, retyped)).msg).toContain('审批事由');
  });
});
