import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { menuIdsBelow, type Permission } from '#shared/admin/menus.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const ask = (path: string, body: Record<string, unknown>, who: PersonName = 'admin') =>
  company.call(path, body, { as: company.people[who] });
const label = 10;
type Row = Record<string, unknown> & { readonly name: string; readonly fieldId: number };

describe('forms of approvals by the calls of older clients', () => {
  it('are listed and saved by the code and the category, as by their own calls', async () => {
    const made = await ask('OaExamineCategory/setExamineCategory', { title: '用章', examineType: 2 });
    const { categoryId } = made.data as { categoryId: number };
    const rows = (await ask('field/list', { label, categoryId })).data as Row[];
    expect(rows).toEqual((await ask('OaExamineCategory/queryFieldList', { categoryId })).data);
    const added = { name: '份数', type: 5, isNull: 1, defaultValue: '2' };
    const base = rows[0]?.['formVersion'];
    expect((await ask('field/save', { label, categoryId, data: [...rows, added], base })).msg).toBe('');
    expect((await ask('field/save', { label, categoryId, data: rows, base })).code).toBe(409);
    const form = (await ask('field/queryField', { label, id: categoryId }, 'seller')).data as Row[];
    expect(form.map(({ name }) => name)).toEqual([...rows.map(({ name }) => name), '份数']);
    expect(form.at(-1)).toMatchObject({ formType: 'number', type: 5, isNull: 1, value: '2', fieldName: '份数' });
    expect(form[0]).not.toHaveProperty('formVersion');
    // without a category it is none of theirs
    expect((await ask('field/list', { label })).code).toBe(400);
  });

  it('are those of built-in categories too, which do not change', async () => {
    const form = (await ask('field/queryField', { label, id: 5 }, 'seller')).data as Row[];
    expect(form).toContainEqual(expect.objectContaining({ fieldName: 'cause', formType: 'examine_cause', type: 23 }));
    const rows = (await ask('field/list', { label, categoryId: 5 })).data as Row[];
    expect((await ask('field/save', { label, categoryId: 5, data: rows })).code).toBe(422);
  });

  it('are seen by those who may apply, and designed by those with the right to them and not to other forms', async () => {
    const { manager } = company.people;
    const narrow = { title: '只给主管', examineType: 2, userIds: [manager.userId] };
    const { categoryId } = (await ask('OaExamineCategory/setExamineCategory', narrow)).data as { categoryId: number };
    expect((await ask('field/queryField', { label, id: categoryId }, 'manager')).code).toBe(0);
    expect((await ask('field/queryField', { label, id: categoryId }, 'seller')).code).toBe(404);
    expect((await ask('field/queryField', { label, id: 99_999 }, 'seller')).code).toBe(404);
    for (const who of ['manager', 'seller', 'hr'] as const) {
      expect((await ask('field/list', { label, categoryId }, who)).code).toBe(403);
      expect((await ask('field/save', { label, categoryId, data: [] }, who)).code).toBe(403);
    }
    await ask('OaExamineCategory/updateStatus', { id: categoryId, status: 0 });
    expect((await ask('field/queryField', { label, id: categoryId }, 'manager')).code).toBe(404);
  });

  it('take their own right each, for whoever has one of both', async () => {
    const may = async (permission: Permission) => {
      const { agent } = company.people;
      const [menuId] = menuIdsBelow(permission);
      await sql`delete from role_menu where role_id = 9`.execute(company.db);
      await sql`insert into role_menu (role_id, menu_id) values (9, ${menuId})`.execute(company.db);
      await sql`delete from user_role where user_id = ${agent.userId}`.execute(company.db);
      await sql`insert into user_role (user_id, role_id) values (${agent.userId}, 9)`.execute(company.db);
      await sql`update org_version set version = version + 1`.execute(company.db);
      const codes: number[] = [];
      for (const body of [{ label: 2 }, { label, categoryId: 1 }])
        codes.push(
          (await ask('field/list', body, 'agent')).code,
          (await ask('field/save', { ...body, data: [] }, 'agent')).code,
        );
      return codes;
    };
    // built-in forms do not change, and fields of customers cannot be left out
    expect(await may('manage:oa:examine')).toEqual([403, 403, 0, 422]);
    expect((await may('manage:crm:field')).slice(2)).toEqual([403, 403]);
  });
});
