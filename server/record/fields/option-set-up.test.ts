import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openFieldSetup } from '#server/record/fields/testing.ts';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { FieldRules } from '#shared/record/form-rules/field-rules.ts';

// What forms say of options: their names with the records that have them, their colours, and who adds one.

let company: Company;
beforeAll(async () => {
  company = await openCompany();
  const added = [
    { name: '来路', formType: 'select', setting: ['展会', '官网', '电话'] },
    { name: '兴趣', formType: 'checkbox', setting: ['茶', '咖啡', '水'] },
    { name: '看来路', formType: 'text' },
  ];
  expect((await design({}, added)).msg).toBe('');
});
afterAll(async () => company.close());
const { design, save, ask, setUp } = openFieldSetup(() => company);

const fieldOf = async (name: string) => {
  const found = (await setUp()).find((one) => one.name === name);
  if (!found) throw new Error(`no field ${name}`);
  return found;
};
const idOf = async (name: string): Promise<number> => Number((await fieldOf(name))['fieldId']);
const valuesOf = async (name: string): Promise<unknown[]> => {
  const key = `f${await idOf(name)}`;
  const { rows } = await sql<{ value: unknown }>`
    select custom -> ${key}::text as value from customer where custom ? ${key}::text order by customer_id`.execute(
    company.db,
  );
  return rows.map(({ value }) => value);
};
const optionsOf = async (name: string) => (await fieldOf(name))['setting'];

describe('an option that is renamed', () => {
  it('keeps its records, whether they have one or several, and whatever else looks at it follows', async () => {
    const both = (one: string, several: string) => [
      { name: '来路', value: one },
      { name: '兴趣', value: several },
    ];
    for (const [at, [one, several]] of [
      ['展会', '茶,咖啡'],
      ['官网', '咖啡,水'],
      ['展会', '水'],
    ].entries())
      expect((await save({ customer_name: `改名公司${at}` }, both(one ?? '', several ?? ''))).msg).toBe('');
    const scene = {
      type: customerType.code,
      name: '展会来的',
      data: [{ fieldName: '来路', condition: 'is', value: '展会' }],
    };
    expect((await ask('scene/addScene', scene)).msg).toBe('');
    const key = `f${await idOf('来路')}`;
    const requiredWhen = [{ field: key, condition: 'is', value: ['展会'] }];
    expect(
      (await design({ 看来路: { rules: { requiredWhen } }, 来路: { rules: { colours: { 展会: 'red' } } } })).msg,
    ).toBe('');
    const renamed = [{ from: '展会', to: '展销会' }];
    expect((await design({ 来路: { setting: ['展销会', '官网', '电话'], renamed } })).msg).toBe('');
    expect(await valuesOf('来路')).toEqual(['展销会', '官网', '展销会']);
    expect(await optionsOf('来路')).toEqual(['展销会', '官网', '电话']);
    expect(((await fieldOf('看来路'))['rules'] as FieldRules).requiredWhen).toEqual([
      { field: key, condition: 'is', value: ['展销会'] },
    ]);
    const { rows } = await sql<{ data: unknown }>`select data from scene where name = '展会来的'`.execute(company.db);
    expect(rows).toEqual([{ data: [expect.objectContaining({ value: '展销会' })] }]);
    // of several: the others stay, in their order; two options swap their names, and two become one
    const swapped = [
      { from: '茶', to: '咖啡' },
      { from: '咖啡', to: '茶' },
    ];
    expect((await design({ 兴趣: { setting: ['咖啡', '茶', '水'], renamed: swapped } })).msg).toBe('');
    expect(await valuesOf('兴趣')).toEqual([['咖啡', '茶'], ['茶', '水'], ['水']]);
    expect((await design({ 兴趣: { setting: ['咖啡', '茶'], renamed: [{ from: '水', to: '茶' }] } })).msg).toBe('');
    expect(await valuesOf('兴趣')).toEqual([['咖啡', '茶'], ['茶'], ['茶']]);
  });

  it('is refused where there was none, where its new name is none, and for those of the product', async () => {
    const tried = async (part: object) => (await design({ 来路: part })).msg;
    const setting = ['展销会', '官网', '电话'];
    expect(await tried({ setting, renamed: [{ from: '没有', to: '官网' }] })).toBe('来路没有选项“没有”');
    expect(await tried({ setting, renamed: [{ from: '展销会', to: '没有' }] })).toBe('来路没有选项“没有”');
    expect((await design({ 客户名称: { renamed: [{ from: '甲', to: '乙' }] } })).msg).not.toBe('');
    expect(await valuesOf('来路')).toEqual(['展销会', '官网', '展销会']);
  });

  it('renames nothing when the save is refused for something else', async () => {
    const renamed = [{ from: '官网', to: '网站' }];
    const answer = await design({ 来路: { setting: ['展销会', '网站', '电话'], renamed }, 看来路: { name: '' } });
    expect(answer.msg).not.toBe('');
    expect(await valuesOf('来路')).toEqual(['展销会', '官网', '展销会']);
    expect(await optionsOf('来路')).toEqual(['展销会', '官网', '电话']);
  });
});

describe('the colours of options', () => {
  const heads = async (who: PersonName = 'seller') =>
    (await ask('field/queryListHead', { label: customerType.code }, who)).data as { name: string; colours?: object }[];

  it('are kept for those that there are, and told to lists, filters and forms', async () => {
    const colours = { 展销会: 'green', 没有: 'red' };
    expect((await design({ 来路: { rules: { colours } } })).msg).toBe('');
    expect(((await fieldOf('来路'))['rules'] as FieldRules).colours).toEqual({ 展销会: 'green' });
    const told = { 展销会: 'green' };
    expect((await heads()).find(({ name }) => name === '来路')?.colours).toEqual(told);
    const filters = (await ask('scene/queryField', { label: customerType.code }, 'seller')).data as {
      name: string;
      colours?: object;
    }[];
    expect(filters.find(({ name }) => name === '来路')?.colours).toEqual(told);
    const form = (await ask('field/queryField', { label: customerType.code }, 'seller')).data as {
      name: string;
      rules?: FieldRules;
    }[];
    expect(form.find(({ name }) => name === '来路')?.rules?.colours).toEqual(told);
  });

  it('are refused by a name that is none, and are none for what has no options', async () => {
    expect((await design({ 来路: { rules: { colours: { 展销会: 'gold' } } } })).code).toBe(422);
    expect((await design({ 看来路: { rules: { colours: { 甲: 'red' } } } })).msg).toBe('');
    expect(((await fieldOf('看来路'))['rules'] as FieldRules | undefined)?.colours).toBeUndefined();
  });
});

describe('who adds options', () => {
  const add = async (name: string, who: PersonName, of = '来路') =>
    ask('field/addOption', { label: customerType.code, fieldId: await idOf(of), name }, who);

  it('is whoever sets up forms, and whoever fills them in where the field says so', async () => {
    expect((await add('转介绍', 'seller')).code).toBe(403);
    expect((await design({ 来路: { rules: { addedBy: 'everybody' } } })).msg).toBe('');
    expect((await add('转介绍', 'seller')).msg).toBe('');
    expect(await optionsOf('来路')).toEqual(['展销会', '官网', '电话', '转介绍']);
    const saved = await save({ customer_name: '转介绍的公司' }, [{ name: '来路', value: '转介绍' }], 'seller');
    expect(saved.msg).toBe('');
    // that of another field stays as it was
    expect((await add('酒', 'seller', '兴趣')).code).toBe(403);
    expect((await add('酒', 'admin', '兴趣')).msg).toBe('');
  });

  it('is nobody who may not write the field, or no records at all', async () => {
    const fieldId = await idOf('来路');
    const level = (one: number) =>
      ask('field/saveRoleField', { roleId: 11, label: customerType.code, data: [{ fieldId, level: one }] }, 'admin');
    // read-only, then hidden
    for (const one of [1, 0]) {
      expect((await level(one)).msg).toBe('');
      expect([one, (await add(`不行${one}`, 'seller')).code]).toEqual([one, 403]);
    }
    await level(2);
    expect((await add('行', 'seller')).msg).toBe('');
    expect((await add('人事', 'hr')).code).toBe(403);
    expect(await optionsOf('来路')).not.toContain('人事');
  });
});
