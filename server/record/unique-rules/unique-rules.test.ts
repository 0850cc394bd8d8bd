import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';

let company: Company;
const fields = new Map<string, number>();
const on = openFieldSetup(() => company);
beforeAll(async () => {
  company = await openCompany();
  await on.design({}, [
    { name: '年份', formType: 'text' },
    { name: '门店', formType: 'select', setting: ['东店', '西店'] },
    { name: '长文', formType: 'textarea' },
  ]);
  for (const { name, fieldId } of await on.setUp()) fields.set(name, fieldId);
});
afterAll(() => company.close());

const idOf = (name: string) => fields.get(name) ?? 0;
const setRules = (...rules: readonly string[][]): Promise<Answer> =>
  on.ask('field/saveUniqueRules', { label: 2, rules: rules.map((names) => ({ fieldIds: names.map(idOf) })) }, 'admin');
const put = (name: string, year: string | null, shop: string | null, customerId?: number) =>
  on.save({ customer_name: name, ...(customerId ? { customerId } : {}) }, [
    { fieldId: idOf('年份'), value: year },
    { fieldId: idOf('门店'), value: shop },
  ]);

describe('fields that are unique together', () => {
  it('are refused where records are the same in them already, with what these are', async () => {
    const first = on.idOf(await put('旧甲', '2024', '东店'));
    await put('旧乙', '２０２４', '东店');
    await put('旧丙', '2024', '西店');
    expect((await setRules(['年份', '门店'])).msg).toBe('“年份 + 门店”有1组重复，不能设为组合唯一：2024 + 东店');
    expect((await on.ask('field/queryUniqueRules', { label: 2 }, 'admin')).data).toEqual([]);
    await put('旧甲', '2023', '东店', first);
    expect((await setRules(['年份', '门店'])).msg).toBe('');
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from unique_value u join unique_rule r on r.rule_id = u.field_id`.execute(company.db);
    expect(rows).toEqual([{ n: 3 }]);
  });

  it('are refused as a whole, and hold for nobody where one of them is empty', async () => {
    expect((await put('新甲', '2025', '东店')).msg).toBe('');
    expect((await put('新乙', '2025', '东店')).msg).toBe('“年份 + 门店”的组合已存在');
    expect((await put('新乙', '2025', null)).msg).toBe('');
    expect((await put('新丙', '2025', null)).msg).toBe('');
    // a change of one of them meets the other, which stays
    const moved = on.idOf(await put('新丁', '2025', '西店'));
    const answer = await on.save({ customerId: moved }, [{ fieldId: idOf('门店'), value: '东店' }]);
    expect(answer.msg).toBe('“年份 + 门店”的组合已存在');
    expect((await on.save({ customerId: moved }, [{ fieldId: idOf('年份'), value: '2026' }])).msg).toBe('');
  });

  it('tell two combinations apart that are written alike one after the other', async () => {
    const rule = await sql<{ one: string; other: string; none: string | null }>`
      select joined_value(array['1', '12']) as one, joined_value(array['11', '2']) as other,
        joined_value(array['1', null]) as none`.execute(company.db);
    expect(rule.rows[0]?.one).not.toBe(rule.rows[0]?.other);
    expect(rule.rows[0]?.none).toBeNull();
  });

  it('have one winner of twenty saves at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => put(`同时${at}`, '2030', '东店')));
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
    expect(new Set(answers.filter(({ code }) => code !== 0).map(({ msg }) => msg))).toEqual(
      new Set(['“年份 + 门店”的组合已存在']),
    );
  });

  it('are kept by the database, whoever writes', async () => {
    const custom = { [`f${idOf('年份')}`]: '2030', [`f${idOf('门店')}`]: '东店' };
    await expect(
      sql`insert into customer (customer_name, custom, owner_user_id, create_user_id, batch_id)
        values ('库内', ${JSON.stringify(custom)}::jsonb, 3, 3, gen_random_uuid()::text)`.execute(company.db),
    ).rejects.toMatchObject({ code: '23505' });
  });

  it('say nothing of a field that is hidden from the reader', async () => {
    const role = (company.people as Record<string, { roleId?: number }>)['seller']?.roleId ?? 11;
    await on.ask(
      'field/saveRoleField',
      { roleId: role, label: 2, data: [{ fieldId: idOf('门店'), level: 0 }] },
      'admin',
    );
    const id = on.idOf(await on.save({ customer_name: '看不见' }, [{ fieldId: idOf('年份'), value: '2031' }]));
    const other = on.idOf(await on.save({ customer_name: '也看不见' }, [{ fieldId: idOf('年份'), value: '2032' }]));
    await sql`update customer set custom = custom || jsonb_build_object(${`f${idOf('门店')}`}::text, '西店')
      where customer_id = any(${[id, other]}::bigint[])`.execute(company.db);
    const answer = await on.save({ customerId: other }, [{ fieldId: idOf('年份'), value: '2031' }]);
    expect(answer.msg).not.toContain('门店');
    expect(answer.msg).toContain('无权查看');
    await on.ask('field/saveRoleField', { roleId: role, label: 2, data: [] }, 'admin');
  });

  it('stay free for who was deleted only until another one has them', async () => {
    const gone = on.idOf(await put('删去', '2040', '东店'));
    await on.ask('CrmCustomer/deleteByIds', { customerIds: gone }, 'admin');
    expect((await put('接替', '2040', '东店')).msg).toBe('');
    const { data } = await on.ask('CrmCustomer/restoreByIds', { customerIds: gone }, 'admin');
    expect(JSON.stringify(data)).toContain('组合已存在');
  });

  it('leave a record as it is when an undo would make it the same as another', async () => {
    const one = on.idOf(await put('退回甲', '2050', '东店'));
    const change = await on.ask(
      'CrmCustomer/updateFieldByIds',
      { ids: one, fieldName: '年份', value: '2051' },
      'admin',
    );
    const { operationId } = change.data as { operationId: number };
    expect((await put('退回乙', '2050', '东店')).msg).toBe('');
    const { data } = await on.ask('operation/undo', { operationId }, 'admin');
    expect(data).toMatchObject({ undone: 0, kept: [{ id: one }] });
  });

  it('cannot be deleted, taken twice or of kinds that cannot be compared', async () => {
    expect((await on.design({ 年份: null })).msg).toBe('字段“年份”用在组合唯一“年份 + 门店”里，不能删除');
    expect((await setRules(['年份', '门店'], ['门店', '年份'])).msg).toBe('同样的字段组合只能设置一次');
    expect((await setRules(['年份', '长文'])).msg).toBe('“长文”不能用于组合唯一');
    expect((await on.ask('field/saveUniqueRules', { label: 2, rules: [] }, 'seller')).code).not.toBe(0);
  });

  it('are given up and taken back from their history', async () => {
    expect((await setRules()).msg).toBe('');
    expect((await put('两次甲', '2060', '东店')).msg).toBe('');
    const twin = on.idOf(await put('两次乙', '2060', '东店'));
    const list = async () =>
      (
        (await on.ask('system/setting/queryChangeList', { kinds: ['unique_rules'] }, 'admin')).data as {
          list: { changeId: number }[];
        }
      ).list;
    const [last] = await list();
    const undo = () => on.ask('system/setting/undoChange', { changeId: last?.changeId }, 'admin');
    expect((await undo()).msg).toContain('2060 + 东店');
    await put('两次乙', '2061', '东店', twin);
    expect((await undo()).msg).toBe('');
    expect((await put('两次丙', '2061', '东店')).msg).toBe('“年份 + 门店”的组合已存在');
  });
});
