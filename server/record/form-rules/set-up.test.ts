import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openFieldSetup, type Draft } from '#server/record/fields/testing.ts';
import { changeOptions } from '#server/record/fields/add-option.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());
const { ask, setUp, design, keep, formOf } = openFieldSetup(() => company);

const choice = (name: string, ...setting: string[]): Draft => ({ name, formType: 'select', setting });
const rulesOf = async (name: string): Promise<FieldRules | undefined> =>
  (await setUp()).find((row) => row.name === name)?.rules;
const keyOf = async (name: string): Promise<string> =>
  `f${(await setUp()).find((row) => row.name === name)?.fieldId ?? ''}`;

describe('rules of a form', () => {
  beforeAll(async () => {
    const added = [
      choice('大区', '华东', '西南'),
      {
        ...choice('城市', '上海', '杭州', '成都'),
        rules: { optionsBy: { field: '大区', allowed: { 华东: ['上海', '杭州'] } } },
      },
      { name: '开票抬头', formType: 'text', rules: { section: { title: '开票信息' }, width: 'whole' } },
      {
        name: '税号',
        formType: 'text',
        rules: {
          shownWhen: [{ field: '开票抬头', condition: 'isNotNull' }],
          requiredWhen: [{ field: '大区', condition: 'is', value: '华东' }],
        },
      },
    ];
    expect((await design({}, added)).msg).toBe('');
  });

  it('are kept by immutable key, through a rename, and by clients that do not know them', async () => {
    const expected = { optionsBy: { field: await keyOf('大区'), allowed: { 华东: ['上海', '杭州'] } } };
    expect(await rulesOf('城市')).toEqual(expected);
    expect((await design({ 大区: { name: '区域' } })).msg).toBe('');
    expect(await rulesOf('城市')).toEqual(expected);
    const rows = (await setUp()).map(({ rules: _rules, ...row }) =>
      row.name === '区域' ? { ...row, name: '大区' } : row,
    );
    expect((await keep(rows)).msg).toBe('');
    expect(await rulesOf('城市')).toEqual(expected);
    expect((await rulesOf('税号'))?.requiredWhen).toEqual([
      { field: await keyOf('大区'), condition: 'is', value: ['华东'] },
    ]);
  });

  it('are in the forms of people by name', async () => {
    const form = await formOf({ label: 2 });
    expect(form.find(({ name }) => name === '税号')?.rules).toEqual({
      shownWhen: [{ field: '开票抬头', condition: 'isNotNull' }],
      requiredWhen: [{ field: '大区', condition: 'is', value: ['华东'] }],
    });
    expect(form.find(({ name }) => name === '开票抬头')?.rules).toEqual({
      section: { title: '开票信息' },
      width: 'whole',
    });
    expect(form.find(({ name }) => name === '客户名称')).not.toHaveProperty('rules');
  });

  it.each<[string, unknown, string]>([
    [
      'a field that is not there',
      { shownWhen: [{ field: '没有', condition: 'isNull' }] },
      '“城市”的条件或选项依赖用到“没有”，但表单里没有这个字段',
    ],
    [
      'an operator of another type',
      { shownWhen: [{ field: '大区', condition: 'gt', value: '1' }] },
      '“城市”的条件不完整，或者不适用于“大区”',
    ],
    [
      'a condition without a value',
      { shownWhen: [{ field: '大区', condition: 'is' }] },
      '“城市”的条件不完整，或者不适用于“大区”',
    ],
    [
      'a value of another type',
      { requiredWhen: [{ field: 'next_time', condition: 'gt', value: '改天' }] },
      '“城市”的条件不完整，或者不适用于“下次联系时间”',
    ],
    [
      'a range of nothing',
      { requiredWhen: [{ field: 'next_time', condition: 'between' }] },
      '“城市”的条件不完整，或者不适用于“下次联系时间”',
    ],
    [
      'options by a text',
      { optionsBy: { field: '开票抬头', allowed: {} } },
      '“城市”的选项只能依赖表单里的另一个下拉框',
    ],
    ['options by itself', { optionsBy: { field: '城市', allowed: {} } }, '“城市”的选项只能依赖表单里的另一个下拉框'],
    [
      'what looks at itself',
      { shownWhen: [{ field: '城市', condition: 'isNull' }] },
      '这些字段的显示条件或选项依赖绕成了一圈：城市 → 城市',
    ],
  ])('refuse %s', async (_what, rules, msg) => {
    const before = await setUp();
    expect((await design({ 城市: { rules } })).msg).toBe(msg);
    expect(await setUp()).toEqual(before);
  });

  it('refuse a circle of several, by name', async () => {
    const when = (field: string) => ({ rules: { shownWhen: [{ field, condition: 'isNotNull' }] } });
    const answer = await design({ 开票抬头: when('税号') });
    expect(answer.msg).toBe('这些字段的显示条件或选项依赖绕成了一圈：开票抬头 → 税号 → 开票抬头');
  });

  it('refuse conditions for what is always shown', async () => {
    const rules = { shownWhen: [{ field: '大区', condition: 'isNotNull' }] };
    expect((await design({ 客户名称: { rules } })).msg).toBe('“客户名称”必须一直显示，不能设置显示条件');
    expect((await design({ 区号: { rules } })).code).toBe(422);
  });

  it.each<[string, unknown]>([
    ['eleven conditions', { shownWhen: Array.from({ length: 11 }, () => ({ field: '大区', condition: 'isNull' })) }],
    ['a long title', { section: { title: '长'.repeat(51) } }],
    ['an empty title', { section: { title: '  ' } }],
    ['another width', { width: 'third' }],
    ['no object', ['x']],
  ])('refuse %s', async (_what, rules) => {
    expect([400, 422]).toContain((await design({ 城市: { rules } })).code);
  });

  it('refuse the deletion of a field that another looks at, by name, until the other does not', async () => {
    expect((await design({ 开票抬头: null })).msg).toBe('“税号”的条件或选项依赖用到字段“开票抬头”，不能删除');
    const rows = (await setUp()).filter(({ name }) => name !== '大区').map(({ rules: _rules, ...row }) => row);
    expect((await keep(rows)).msg).toBe('“城市”的条件或选项依赖用到字段“大区”，不能删除');
    const { requiredWhen } = (await rulesOf('税号')) ?? {};
    expect((await design({ 开票抬头: null, 税号: { rules: { requiredWhen } } })).msg).toBe('');
    expect(await rulesOf('税号')).toEqual({ requiredWhen });
  });

  it('follow the options of both fields', async () => {
    const [parent, child] = [await keyOf('大区'), await keyOf('城市')];
    const idIn = (key: string) => Number(key.slice(1));
    await changeOptions(company.db, customerType, idIn(parent), { renamed: [['华东', '东部']] });
    expect((await rulesOf('城市'))?.optionsBy?.allowed).toEqual({ 东部: ['上海', '杭州'] });
    expect((await rulesOf('税号'))?.requiredWhen?.[0]?.value).toEqual(['东部']);
    await changeOptions(company.db, customerType, idIn(child), { renamed: [['杭州', '宁波']], removed: ['成都'] });
    expect((await rulesOf('城市'))?.optionsBy?.allowed).toEqual({ 东部: ['上海', '宁波'] });
    expect((await design({ 城市: { setting: ['宁波', '苏州'] } })).msg).toBe('');
    expect((await rulesOf('城市'))?.optionsBy?.allowed).toEqual({ 东部: ['宁波'] });
    await changeOptions(company.db, customerType, idIn(parent), { removed: ['东部'] });
    expect((await rulesOf('城市'))?.optionsBy?.allowed).toEqual({});
  });

  it('belong to those who design forms', async () => {
    for (const who of ['seller', 'manager'] as const)
      expect((await ask('field/list', { label: 2 }, who)).code).toBe(403);
  });
});
