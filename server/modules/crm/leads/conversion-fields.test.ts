import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Company } from '#server/testing/company.ts';
import { openLeads, openLeadsCompany, type Row } from '#server/modules/crm/leads/testing.ts';

let company: Company;
beforeAll(async () => {
  company = await openLeadsCompany();
});
afterAll(() => company.close());

const { callAs, ask, good, save, convert, lead, customer, upload, filesOf } = openLeads(() => company);

describe('the set-up of fields', () => {
  interface Draft extends Row {
    readonly fieldId?: number;
    readonly name: string;
    readonly relevant?: number | null;
  }
  const fields = (label: number) => good<Draft[]>('field/list', { label }, 'admin');
  const put = (label: number, data: readonly Row[]) =>
    callAs('field/save', { label, data: data.map((one) => ({ ...one, maxLength: one['maxLength'] ?? '' })) }, 'admin');
  const idOf = (list: readonly Draft[], name: string) => list.find((one) => one.name === name)?.fieldId ?? 0;
  const related = (list: readonly Draft[], name: string, relevant: number | null): Draft[] =>
    list.map((one) => (one.name === name ? { ...one, relevant } : one));

  it('says which customer field takes the value of a lead field', async () => {
    const more = (name: string, formType: string): Draft => ({ name, formType });
    expect((await put(2, [...(await fields(2)), more('意向产品', 'text'), more('附件资料', 'file')])).code).toBe(0);
    const added = [more('想买什么', 'text'), more('想买多少', 'number'), more('线索资料', 'file')];
    expect((await put(1, [...(await fields(1)), ...added])).code).toBe(0);
    const target = await fields(2);
    const wrong = await put(1, related(await fields(1), '想买多少', idOf(target, '意向产品')));
    expect([wrong.code, wrong.msg]).toEqual([422, '“想买多少”与对应的客户字段类型不一致']);
    expect((await put(1, related(await fields(1), '想买什么', idOf(await fields(1), '备注')))).code).toBe(422);
    const wanted = related(
      related(related(await fields(1), '想买什么', idOf(target, '意向产品')), '线索资料', idOf(target, '附件资料')),
      '地址',
      idOf(target, '备注'),
    );
    // a text and a remark are different types
    expect((await put(1, wanted)).msg).toBe('“地址”与对应的客户字段类型不一致');
    const right = related(wanted, '地址', null);
    expect((await put(1, right)).code).toBe(0);
    const twice = await put(1, related(await fields(1), '电话', idOf(target, '意向产品')));
    expect([twice.code, twice.msg]).toEqual([422, '“想买什么”对应的客户字段“意向产品”已对应其他字段']);
    expect((await fields(1)).find((one) => one.name === '想买什么')?.relevant).toBe(idOf(target, '意向产品'));

    const batch = 'papers-of-the-lead';
    await upload(batch, '图纸.txt');
    const leadsId = await save('对应字段', { mobile: '91234567', area_code: '65' }, [
      { name: '想买什么', value: '空压机' },
      { name: '线索资料', value: batch },
    ]);
    const preview = await good<{ fields: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: leadsId });
    expect(preview.fields).toContainEqual({ from: '线索资料', to: '附件资料', value: '1 个文件' });
    expect(preview.fields).toContainEqual({ from: '手机', to: '手机', value: '+65 91234567' });
    const [customerId = 0] = (await convert([leadsId])).customerIds;
    const made = await customer(customerId);
    expect(made).toMatchObject({ 意向产品: '空压机' });
    expect(made['附件资料']).not.toBe(batch);
    expect((await filesOf(made['附件资料'])).map((file) => file.name)).toEqual(['图纸.txt']);
    expect((await filesOf(batch)).map((file) => file.name)).toEqual(['图纸.txt']);

    // deleting a customer field deletes the mapping; the value stays with the lead
    expect(
      (
        await put(
          2,
          (await fields(2)).filter((one) => one.name !== '意向产品'),
        )
      ).code,
    ).toBe(0);
    expect((await fields(1)).find((one) => one.name === '想买什么')?.relevant).toBeNull();
    const second = await save('对应已删', {}, [{ name: '想买什么', value: '水泵' }]);
    expect((await convert([second])).count).toBe(1);
  });

  it('copies an area code with its own number only, and no option that the customer lacks', async () => {
    const options = (list: string) => ({ formType: 'select', options: list, setting: list.split(',') });
    await put(2, [...(await fields(2)), { name: '意向强度', ...options('强,弱') }]);
    const target = await fields(2);
    const second = { name: '备用手机', formType: 'mobile', relevant: idOf(target, '手机') };
    const strength = { name: '强度', ...options('强,弱,未知'), relevant: idOf(target, '意向强度') };
    expect((await put(1, [...(await fields(1)), second, strength])).code).toBe(0);
    const abroad = { mobile: '91234568', area_code: '65' };
    const leadsId = await save('两个号码', abroad, [
      { name: '备用手机', value: '13900001111' },
      { name: '强度', value: '强' },
    ]);
    const [customerId = 0] = (await convert([leadsId])).customerIds;
    expect(await customer(customerId)).toMatchObject({ mobile: '13900001111', areaCode: '', 意向强度: '强' });
    const unknown = await save('强度未知', {}, [{ name: '强度', value: '未知' }]);
    const problem = '意向强度没有选项“未知”';
    const { leads } = await good<{ leads: Row[] }>('CrmLeads/queryTransferPreview', { leadsIds: unknown });
    expect(leads).toMatchObject([{ problem }]);
    expect((await ask('transfer', { leadsIds: unknown })).msg).toBe(problem);
  });

  it('keeps what a role hides of leads from appearing in the customer', async () => {
    const list = await fields(1);
    const leadsId = await save('隐藏电话', { telephone: '010-61616161' });
    const data = [{ fieldId: idOf(list, '电话'), level: 0 }];
    await good('field/saveRoleField', { roleId: 11, label: 1, data }, 'admin');
    const [customerId = 0] = (await convert([leadsId])).customerIds;
    expect(await customer(customerId, 'admin')).toMatchObject({ telephone: '' });
    expect(await lead(leadsId, 'admin')).toMatchObject({ telephone: '010-61616161' });
  });

  it('copies what a role masks of leads only to fields that are masked or hidden', async () => {
    const level = async (label: 1 | 2, to: number) =>
      good(
        'field/saveRoleField',
        { roleId: 11, label, data: [{ fieldId: idOf(await fields(label), '电话'), level: to }] },
        'admin',
      );
    const converted = async (lead: number, customerLevel: number): Promise<unknown> => {
      const leadsId = await save(`电话 ${lead} ${customerLevel}`, { telephone: '010-62626262' });
      await level(1, lead);
      await level(2, customerLevel);
      const [customerId = 0] = (await convert([leadsId])).customerIds;
      await level(1, 2);
      await level(2, 2);
      return (await customer(customerId, 'admin'))['telephone'];
    };
    const [hidden, masked, open] = [0, 3, 2];
    expect(await converted(masked, open)).toBe('');
    expect(await converted(hidden, masked)).toBe('');
    expect(await converted(masked, masked)).toBe('010-62626262');
    expect(await converted(masked, hidden)).toBe('010-62626262');
    expect(await converted(open, masked)).toBe('010-62626262');
  });
});
