import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { destroyMarked, destroyOldFields } from '#server/record/form-life/destroy.ts';
import { dropCustomValues } from '#server/record/write/system-columns.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { DeletedField } from '#shared/record/form-life/form-life-calls.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const { ask, setUp, design, save, idOf, read } = openFieldSetup(() => company);
const label = 2;
const fieldIdOf = async (name: string) => (await setUp()).find((row) => row.name === name)?.fieldId ?? 0;
const bin = async () => ((await ask('field/queryDeleted', { label }, 'admin')).data as { list: DeletedField[] }).list;
const binned = async (name: string) => (await bin()).find((one) => one.name === name);
const restore = (fieldId: number, name?: string): Promise<Answer> =>
  ask('field/restoreDeleted', { label, fieldId, name }, 'admin');
const destroy = (fieldId: number) => ask('field/destroyDeleted', { label, fieldId }, 'admin');

/** A new field with one customer that has a value in it; deleted. */
async function deleted(name: string, draft: Record<string, unknown> = { formType: 'text' }, value = '值') {
  expect((await design({}, [{ name, ...draft }])).msg).toBe('');
  const fieldId = await fieldIdOf(name);
  const customerId = idOf(await save({ customer_name: `${name}公司` }, [{ name, value }]));
  expect((await design({ [name]: null })).msg).toBe('');
  return { fieldId, customerId };
}
const storedValue = async (customerId: number, fieldId: number) =>
  (
    await sql<{ value: string | null }>`
      select custom ->> ${`f${fieldId}`}::text as value from customer where customer_id = ${customerId}`.execute(
      company.db,
    )
  ).rows[0]?.value ?? null;

describe('a deleted field', () => {
  it('is known to nothing, and comes back with values, options, rights and its place', async () => {
    expect((await design({}, [{ name: '等次', formType: 'select', setting: ['甲', '乙'] }])).msg).toBe('');
    const fieldId = await fieldIdOf('等次');
    const customerId = idOf(await save({ customer_name: '等次公司' }, [{ name: '等次', value: '乙' }]));
    const level = { roleId: 7, label, data: [{ fieldId, level: 0 }] };
    expect((await ask('field/saveRoleField', level, 'admin')).msg).toBe('');
    const before = (await setUp()).map((row) => row.name);
    expect((await design({ 等次: null })).msg).toBe('');
    const one = await binned('等次');
    expect(one).toMatchObject({ fieldId, deleteUserName: company.people.admin.realname, daysLeft: 30, suggestion: '' });
    expect(await read(customerId)).not.toHaveProperty('等次');
    expect((await ask('CrmCustomer/queryPageList', { sortField: '等次' })).code).toBe(400);
    const filters = (await ask('scene/queryField', { label })).data as { name: string }[];
    expect(filters.map(({ name }) => name)).not.toContain('等次');
    // a save of everything else leaves the value alone
    expect((await save({ customerId, remark: '改过' })).msg).toBe('');
    expect(await restore(fieldId)).toMatchObject({ code: 0, data: { lostUnique: 0 } });
    expect(await read(customerId)).toMatchObject({ 等次: '乙' });
    expect((await setUp()).map((row) => row.name)).toEqual(before);
    expect((await setUp()).find((row) => row.fieldId === fieldId)?.setting).toEqual(['甲', '乙']);
    const { rows } = await sql`select level from role_field where field_id = ${fieldId} and role_id = 7`.execute(
      company.db,
    );
    expect(rows).toEqual([{ level: 0 }]);
    expect(await bin()).toEqual([]);
    expect((await restore(fieldId)).code).toBe(404);
  });

  it('stays hidden from a role that was opened meanwhile, and from one that was restricted meanwhile', async () => {
    const { fieldId } = await deleted('密项');
    const other = await fieldIdOf('备注');
    await ask('field/saveRoleField', { roleId: 7, label, data: [{ fieldId: other, level: 1 }] }, 'admin');
    expect((await restore(fieldId)).msg).toBe('');
    const levels = async () =>
      (await sql`select level from role_field where field_id = ${fieldId} and role_id = 7`.execute(company.db)).rows;
    expect(await levels()).toEqual([{ level: 0 }]);
    expect((await design({ 密项: null })).msg).toBe('');
    await ask('field/saveRoleField', { roleId: 7, label, data: [] }, 'admin');
    expect((await restore(fieldId)).msg).toBe('');
    expect(await levels()).toEqual([{ level: 0 }]);
    await ask('field/saveRoleField', { roleId: 7, label, data: [] }, 'admin');
  });

  it('whose name was taken is refused with a suggestion, and comes back under another one', async () => {
    const { fieldId, customerId } = await deleted('色泽');
    expect((await design({}, [{ name: '色泽', formType: 'number' }])).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 色泽: '' });
    expect((await binned('色泽'))?.suggestion).toBe('色泽2');
    expect(await restore(fieldId)).toMatchObject({ code: 422, msg: '已有字段“色泽”，可以改名为“色泽2”再恢复' });
    expect((await restore(fieldId, 'ownerUserId')).msg).toBe('“ownerUserId”是系统保留名称');
    expect((await restore(fieldId, '色泽2')).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 色泽: '', 色泽2: '值' });
  });

  it('and a new one of its name come in one order or the other', async () => {
    const { fieldId } = await deleted('竞名');
    const data = [...(await setUp()), { name: '竞名', formType: 'text' }];
    const base = (await setUp())[0]?.formVersion;
    const answers = await Promise.all([restore(fieldId), ask('field/save', { label, data, base }, 'admin')]);
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect((await setUp()).filter((row) => row.name === '竞名')).toHaveLength(1);
  });

  it('that was unique is so again, unless a value is there twice by now', async () => {
    const unique = { formType: 'text', isUnique: 1 };
    const { fieldId, customerId } = await deleted('证号', unique, 'A1');
    expect(await restore(fieldId)).toMatchObject({ data: { lostUnique: 0 } });
    expect((await save({ customer_name: '证号乙' }, [{ name: '证号', value: 'A1' }])).code).toBe(422);
    expect((await ask('CrmCustomer/deleteByIds', { customerIds: customerId }, 'admin')).msg).toBe('');
    expect((await save({ customer_name: '证号丙' }, [{ name: '证号', value: 'A1' }])).msg).toBe('');
    expect((await design({ 证号: null })).msg).toBe('');
    expect((await ask('CrmCustomer/restoreByIds', { customerIds: customerId }, 'admin')).code).toBe(0);
    expect(await restore(fieldId)).toMatchObject({ code: 0, data: { lostUnique: 1 } });
    expect((await setUp()).find((row) => row.fieldId === fieldId)).toMatchObject({ isUnique: 0 });
  });

  it('does not come back before what it is computed from, and is then computed again', async () => {
    expect((await design({}, [{ name: '单价', formType: 'number' }])).msg).toBe('');
    expect((await design({}, [{ name: '双倍', formType: 'number', formula: '{单价} * 2', decimals: 0 }])).msg).toBe('');
    const [price, double] = [await fieldIdOf('单价'), await fieldIdOf('双倍')];
    expect((await design({ 单价: null })).msg).toContain('双倍');
    expect((await design({ 单价: null, 双倍: null })).msg).toBe('');
    expect((await restore(double)).msg).toBe('“双倍”要用到已删除的字段“单价”，请先恢复它');
    expect((await restore(price)).msg).toBe('');
    await sql`update formula_recompute set finish_time = now() where type_code = ${label}`.execute(company.db);
    expect((await restore(double)).msg).toBe('');
    expect((await ask('field/queryRecompute', { label }, 'admin')).data).toMatchObject({ running: 1 });
  });

  it('counts for no limit while it is in the bin, and does not come back beyond it', async () => {
    const { fieldId } = await deleted('第一百零一');
    const free = 100 - (await setUp()).filter((row) => row.fieldType === 0).length;
    const many = Array.from({ length: free }, (_, at) => ({ name: `凑数${at}`, formType: 'text' }));
    expect((await design({}, many)).msg).toBe('');
    expect((await restore(fieldId)).msg).toBe('自定义字段不能超过100个');
    expect((await binned('第一百零一'))?.fieldId).toBe(fieldId);
    expect((await design(Object.fromEntries(many.map(({ name }) => [name, null])))).msg).toBe('');
  });
});

describe('the end of a deleted field', () => {
  it('comes by hand, after saying how many records lose a value', async () => {
    const { fieldId, customerId } = await deleted('弃项');
    expect((await ask('field/queryDeletedCount', { label, fieldId }, 'admin')).data).toEqual({ count: 1 });
    expect((await destroy(fieldId)).msg).toBe('');
    for (const again of [await destroy(fieldId), await restore(fieldId)]) expect(again.code).toBe(404);
    expect(await binned('弃项')).toBeUndefined();
    expect(await storedValue(customerId, fieldId)).toBe('值');
    expect(await destroyMarked(company.db)).toBe(1);
    expect(await storedValue(customerId, fieldId)).toBeNull();
    expect((await sql`select from deleted_field where field_id = ${fieldId}`.execute(company.db)).rows).toEqual([]);
  });

  it('comes after 30 days and not before, and goes on where it was stopped', async () => {
    const { fieldId, customerId } = await deleted('旧项');
    const age = (days: number) =>
      sql`update deleted_field set deleted_at = now() - make_interval(days => ${days}) where field_id = ${fieldId}`.execute(
        company.db,
      );
    const services = { pool: company.services.pool, log: company.services.log };
    await age(29);
    await destroyOldFields(services);
    expect(await storedValue(customerId, fieldId)).toBe('值');
    await age(31);
    await expect(
      inTransaction(company.db, async (db) => {
        await sql`update deleted_field set destroyed_at = now() where field_id = ${fieldId}`.execute(db);
        await dropCustomValues(db, customerType, { fieldId }, 0);
        throw new Error('killed');
      }),
    ).rejects.toThrow('killed');
    expect(await storedValue(customerId, fieldId)).toBe('值');
    await sql`update deleted_field set destroyed_at = now() where field_id = ${fieldId}`.execute(company.db);
    expect((await restore(fieldId)).code).toBe(404);
    await destroyOldFields(services);
    expect(await storedValue(customerId, fieldId)).toBeNull();
  });

  it('and its restoring come in one order or the other: never a field without its values', async () => {
    for (let round = 0; round < 4; round += 1) {
      const { fieldId, customerId } = await deleted(`竞逐${round}`);
      await sql`update deleted_field set deleted_at = now() - interval '31 days' where field_id = ${fieldId}`.execute(
        company.db,
      );
      const { pool, log } = company.services;
      const [answer] = await Promise.all([restore(fieldId), destroyOldFields({ pool, log })]);
      await destroyMarked(company.db);
      const isBack = (await fieldIdOf(`竞逐${round}`)) === fieldId;
      expect(answer.code).toBe(isBack ? 0 : 404);
      expect(await storedValue(customerId, fieldId)).toBe(isBack ? '值' : null);
    }
  });
});

describe('the right to fields', () => {
  it('is needed for all of it', async () => {
    const { fieldId } = await deleted('权项');
    for (const path of ['queryUses', 'queryDeletedCount', 'restoreDeleted', 'destroyDeleted'])
      for (const who of ['seller', 'hr', 'manager'] as const)
        expect((await ask(`field/${path}`, { label, fieldId }, who)).code).toBe(403);
    for (const path of ['queryDeleted', 'queryVersions'])
      expect((await ask(`field/${path}`, { label }, 'manager')).code).toBe(403);
    expect((await ask('field/restoreVersion', { versionId: 1 }, 'manager')).code).toBe(403);
    // that of another form is not there
    expect((await ask('field/restoreDeleted', { label: 1, fieldId }, 'admin')).code).toBe(404);
    expect((await ask('field/destroyDeleted', { label: 1, fieldId }, 'admin')).code).toBe(404);
    expect((await ask('field/queryUses', { label: 1, fieldId }, 'admin')).code).toBe(400);
  });
});
