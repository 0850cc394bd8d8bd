import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openSources } from '#server/modules/crm/lead-sources/testing.ts';
import { readFields } from '#server/record/fields/field-set.ts';
import { openFieldSetup, type AdminField, type Draft } from '#server/record/fields/testing.ts';
import { openCompany, type Answer, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';

type Row = Record<string, unknown>;
type Value = { readonly name: string; readonly value: unknown };

let company: Company;
let imports: Imports;
const { ask, design, setUp, formOf } = openFieldSetup(() => company);
const { newForm, submit } = openSources(() => company);
const admin = (path: string, body: Row) => ask(path, body, 'admin');

beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
  const added: Draft[] = [
    { name: '月费', formType: 'number' },
    { name: '年费', formType: 'floatnumber', defaultFormula: '{月费} * 12', isNull: 1 },
    { name: '双年费', formType: 'floatnumber', formula: '{年费} * 2' },
    { name: '说明', formType: 'text', maxLength: 20, defaultFormula: 'IF({双年费} > 100, "大", "小") & {网址}' },
    { name: '折扣', formType: 'percent', defaultFormula: '{月费} / 3' },
  ];
  expect((await design({}, added)).msg).toBe('');
});
afterAll(async () => {
  imports.close();
  await company.close();
});

let numbers = 0;
const newName = () => `默认客户${(numbers += 1)}`;
const monthly = (value: unknown): Value => ({ name: '月费', value });
const save = (field: readonly Value[], more: Row = {}, entity: Row = {}) =>
  admin('CrmCustomer/addOrUpdate', { entity: { customer_name: newName(), ...entity }, field, ...more });
const idOf = (answer: Answer) => {
  expect(answer.msg).toBe('');
  return (answer.data as { customerId: number }).customerId;
};
const read = async (customerId: number) => (await admin('CrmCustomer/queryById', { customerId })).data as Row;
const named = async (customerName: string): Promise<Row> => {
  const { rows } = await sql<{ id: number }>`
    select customer_id as id from customer where customer_name = ${customerName}`.execute(company.db);
  return read(Number(rows[0]?.id));
};
const field = async (name: string) => (await setUp()).find((one) => one.name === name) as AdminField;

describe('a default by formula', () => {
  const filled = { 年费: '120.00', 双年费: '240.00', 说明: '大', 折扣: '3.33' };

  it('is what a new record has where nothing was sent, before anything is demanded', async () => {
    expect(await read(idOf(await save([monthly('10')])))).toMatchObject(filled);
    const blank = [monthly('10'), { name: '年费', value: '' }, { name: '折扣', value: null }];
    expect(await read(idOf(await save(blank)))).toMatchObject(filled);
    expect((await save([])).msg).toBe('年费不能为空');
  });

  it('leaves what was sent, and what was emptied on purpose', async () => {
    const typed = [monthly('10'), { name: '年费', value: '5' }];
    const row = await read(idOf(await save(typed, { emptied: ['折扣'] })));
    expect(row).toMatchObject({ 年费: '5.00', 双年费: '10.00', 说明: '小', 折扣: '' });
    expect((await save([monthly('10')], { emptied: ['年费'] })).msg).toBe('年费不能为空');
  });

  it('never comes to a record that is there already', async () => {
    const customerId = idOf(await save([monthly('10')], { emptied: ['折扣'] }));
    idOf(await admin('CrmCustomer/addOrUpdate', { entity: { customerId }, field: [monthly('50')] }));
    expect(await read(customerId)).toMatchObject({ 月费: '50', 年费: '120.00', 折扣: '' });
    const empty = { entity: { customerId }, field: [{ name: '说明', value: '' }] };
    idOf(await admin('CrmCustomer/addOrUpdate', empty));
    expect(await read(customerId)).toMatchObject({ 说明: '' });
  });

  it('is none where the field would not take it', async () => {
    const row = await read(idOf(await save([monthly('10')], {}, { website: `https://${'a'.repeat(30)}.cn` })));
    expect(row).toMatchObject({ 年费: '120.00', 说明: '' });
  });

  it('is found, and changed, like any value', async () => {
    const customerId = idOf(await save([monthly('77')]));
    const data = [{ fieldName: '年费', condition: 'is', value: '924' }];
    const { list } = (await admin('CrmCustomer/queryPageList', { data })).data as { list: Row[] };
    expect(list.map((row) => row['customerId'])).toEqual([customerId]);
    const edit = { ids: [customerId], fieldName: '年费', value: '1' };
    expect((await admin('CrmCustomer/updateFieldByIds', edit)).msg).toBe('');
    expect(await read(customerId)).toMatchObject({ 年费: '1.00', 双年费: '2.00' });
  });

  it('comes with rows of an import, of which no column needs to be there', async () => {
    const { admin: person } = company.people;
    const [filledName, typedName] = [newName(), newName()];
    const importOf = async (headers: string[], row: string[]) => {
      const workbook = await imports.workbook([row], { headers });
      const fields = { repeatHandling: 2, ownerUserId: person.userId };
      const answer = await imports.send(workbook, { as: person, fields });
      expect(answer.msg).toBe('');
      return imports.follow(answer.data, person);
    };
    expect(await importOf(['客户名称(*)', '月费'], [filledName, '10'])).toMatchObject({ errSize: 0 });
    expect(await named(filledName)).toMatchObject(filled);
    const whole = ['客户名称(*)', '月费', '年费', '折扣'];
    expect(await importOf(whole, [typedName, '10', '7', ''])).toMatchObject({ errSize: 0 });
    expect(await named(typedName)).toMatchObject({ 年费: '7.00', 折扣: '3.33' });
    expect(await importOf(whole.slice(0, 2), [newName(), ''])).toMatchObject({ errSize: 1 });
  });

  it('comes with the conversion of a lead, and with a lead from a form outside', async () => {
    const rows = (await admin('field/list', { label: 1 })).data as Row[];
    const target = (await field('月费')).fieldId;
    const added = [
      { name: '预算', formType: 'number', relevant: target },
      { name: '编码', formType: 'text', defaultFormula: '"L-" & {线索名称}' },
    ];
    expect((await admin('field/save', { label: 1, data: [...rows, ...added] })).msg).toBe('');
    const name = newName();
    const lead = { entity: { leads_name: name }, field: [{ name: '预算', value: '10' }] };
    const { leadsId } = (await admin('CrmLeads/addOrUpdate', lead)).data as { leadsId: number };
    expect((await admin('CrmLeads/queryById', { leadsId })).data).toMatchObject({ 编码: `L-${name}` });
    expect((await admin('CrmLeads/transfer', { leadsIds: leadsId })).msg).toBe('');
    expect(await named(name)).toMatchObject({ ...filled, 月费: '10' });
    const { formKey } = await newForm({ name: '默认值表单' });
    expect((await submit(formKey, { leads_name: '外来线索', mobile: '13912345678' })).code).toBe(0);
    const { all } = await readFields(company.db, 1);
    const key = `f${all.find((one) => one.name === '编码')?.fieldId}`;
    const outside = await sql<{ code: string }>`
      select custom ->> ${key} as code from leads where leads_name = '外来线索'`.execute(company.db);
    expect(outside.rows).toEqual([{ code: 'L-外来线索' }]);
  });

  it('is not given to a field that the form does not show', async () => {
    const rules = { shownWhen: [{ field: '月费', condition: 'gt', value: '5' }] };
    const added = [{ name: '大客户说明', formType: 'text', defaultFormula: '"月费" & {月费}', rules }];
    expect((await design({}, added as Draft[])).msg).toBe('');
    expect(await read(idOf(await save([monthly('6')])))).toMatchObject({ 大客户说明: '月费6' });
    expect(await read(idOf(await save([monthly('5')])))).toMatchObject({ 大客户说明: '' });
  });

  it('tells the form of a new record how to compute it, with what it is made from', async () => {
    const computingOf = async (body: Row) =>
      Object.fromEntries(
        (await formOf(body)).flatMap(({ name, computing }) => (computing ? [[name, computing]] : [])),
      ) as Row;
    const month = `{f${(await field('月费')).fieldId}}`;
    expect(await computingOf({ label: 2 })).toMatchObject({
      年费: { formula: `${month} * 12`, isDefault: 1 },
      双年费: { formula: `{f${(await field('年费')).fieldId}} * 2`, decimals: 2, isDefault: 0 },
      折扣: { formula: `${month} / 3`, isDefault: 1 },
    });
    const customerId = idOf(await save([monthly('10')], {}, { owner_user_id: company.people.seller.userId }));
    const answer = await admin('field/queryField', { label: 2, id: customerId });
    expect((answer.data as Row[]).filter((one) => 'computing' in one)).toEqual([]);
  });

  it('is hidden and masked where one of its inputs is, also what a former one has left in records', async () => {
    const inputId = (await field('月费')).fieldId;
    expect((await design({}, [{ name: '曾算', formType: 'floatnumber', defaultFormula: '{双年费}' }])).msg).toBe('');
    expect((await design({ 曾算: { defaultFormula: '' } })).msg).toBe('');
    for (const level of [0, 3]) {
      const levels = { roleId: 11, label: 2, data: [{ fieldId: inputId, level }] };
      expect((await admin('field/saveRoleField', levels)).msg).toBe('');
      const seen = (await formOf({ label: 2 })).filter(({ name }) => ['月费', '年费', '说明', '曾算'].includes(name));
      expect(seen.map(({ name, masked }) => [name, masked])).toEqual(
        level === 0
          ? []
          : [
              ['月费', 1],
              ['年费', 1],
              ['说明', 1],
              ['曾算', 1],
            ],
      );
      expect(seen.filter(({ computing }) => computing)).toEqual([]);
    }
    expect(
      (await admin('field/saveRoleField', { roleId: 11, label: 2, data: [{ fieldId: inputId, level: 2 }] })).msg,
    ).toBe('');
    expect((await formOf({ label: 2 })).some(({ name, masked }) => name === '曾算' && masked !== 1)).toBe(true);
    expect((await design({ 曾算: null })).msg).toBe('');
  });

  it('is hidden from whoever does not see all fields once an input of what it has left in records is gone', async () => {
    const copied = [
      { name: '底数', formType: 'number' },
      { name: '曾用底数', formType: 'number', defaultFormula: '{底数}' },
    ];
    expect((await design({}, copied)).msg).toBe('');
    expect((await design({ 曾用底数: { defaultFormula: '' } })).msg).toBe('');
    const levels = { roleId: 11, label: 2, data: [{ fieldId: (await field('底数')).fieldId, level: 0 }] };
    expect((await admin('field/saveRoleField', levels)).msg).toBe('');
    expect((await design({ 底数: null })).msg).toBe('');
    const seenBy = async (who: 'admin' | 'seller') =>
      ((await ask('field/queryField', { label: 2 }, who)).data as Row[]).some(({ name }) => name === '曾用底数');
    expect([await seenBy('admin'), await seenBy('seller')]).toEqual([true, false]);
    expect((await design({ 曾用底数: null })).msg).toBe('');
  });

  it('comes to a field that the one who makes the record may not write, whatever is said to be emptied', async () => {
    const { fieldId } = await field('年费');
    const levelled = (level: number) =>
      admin('field/saveRoleField', { roleId: 11, label: 2, data: [{ fieldId, level }] });
    for (const level of [1, 0]) {
      expect((await levelled(level)).msg).toBe('');
      const entity = { customer_name: newName() };
      const made = await ask('CrmCustomer/addOrUpdate', { entity, field: [monthly('10')], emptied: ['年费'] });
      expect(await read(idOf(made))).toMatchObject({ 年费: '120.00' });
    }
    expect((await levelled(2)).msg).toBe('');
  });
});

describe('the set-up of defaults by formula', () => {
  it('shows them with labels, follows renamed fields, and gives way to plain defaults', async () => {
    expect(await field('年费')).toMatchObject({ defaultFormula: '{月费} * 12', defaultValue: '' });
    expect(await field('客户名称')).not.toHaveProperty('defaultFormula');
    expect((await design({ 月费: { name: '每月费用' } })).msg).toBe('');
    expect((await field('年费')).defaultFormula).toBe('{每月费用} * 12');
    expect((await design({ 每月费用: { name: '月费' } })).msg).toBe('');
    const rows = await setUp();
    const older = rows.map(({ defaultFormula: _unknown, ...row }) => row);
    expect((await admin('field/save', { label: 2, data: older })).msg).toBe('');
    expect((await field('年费')).defaultFormula).toBe('{月费} * 12');
    expect((await design({}, [{ name: '甲默认', formType: 'number', defaultFormula: '{月费}' }])).msg).toBe('');
    expect((await design({ 甲默认: { defaultFormula: '', defaultValue: '8' } })).msg).toBe('');
    expect(await field('甲默认')).toMatchObject({ defaultFormula: '', defaultValue: '8' });
    expect((await design({ 甲默认: null })).msg).toBe('');
  });

  it('is refused with what is wrong, in the language of the designer', async () => {
    const refused = async (...added: Draft[]) => (await design({}, added)).msg;
    const one = (defaultFormula: string, formType = 'number') => ({ name: '错', formType, defaultFormula });
    expect(await refused(one('{没有} + 1'))).toBe('“错”的默认值公式有误：没有字段“没有”');
    expect(await refused(one('TODAY()', 'date'))).toContain('公式不能使用“TODAY”');
    expect(await refused(one('1 + 1', 'text'))).toBe('“错”的默认值公式的结果与字段类型不符');
    expect(await refused(one('"1"', 'mobile'))).toBe('“错”的默认值不能用公式计算');
    expect(await refused(one('{错} + 1'))).toContain('公式循环引用');
    const circle = [
      { name: '甲', formType: 'number', defaultFormula: '{乙} + 1' },
      { name: '乙', formType: 'number', formula: '{丙} + 1' },
      { name: '丙', formType: 'number', defaultFormula: '{甲} + 1' },
    ];
    expect(await refused(...circle)).toContain('公式循环引用：');
    expect((await design({ 客户名称: { defaultFormula: '"客户"' } })).msg).toBe('“客户名称”的默认值不能用公式计算');
    const once = '的值不能重复，默认值不能用公式计算';
    expect(await refused({ ...one('1 + 1'), isUnique: 1 })).toBe(`“错”${once}`);
    expect(await refused(one('{月费} * 1000'))).toBe('');
    expect((await design({ 错: { isUnique: 1 } })).msg).toBe(`“错”${once}`);
    expect((await design({ 错: null })).msg).toBe('');
    const question = { label: 2, formula: '{年费}', fieldId: (await field('年费')).fieldId, isDefault: 1 };
    const circular = await admin('field/checkFormula', { ...question, formType: 'floatnumber' });
    expect(JSON.stringify(circular.data)).toContain('公式循环引用');
    const fine = await admin('field/checkFormula', { ...question, formula: '{月费} / 8', formType: 'percent' });
    expect(fine.data).toMatchObject({ problems: [], type: 'number' });
  });

  it('is made of fields of the same form that are not saved yet, and by the names that they are to have', async () => {
    const { fieldId } = await field('月费');
    const designed = [
      { name: '月租', formType: 'floatnumber' },
      { fieldId, name: '每月费用', formType: 'number' },
      { name: '租户', formType: 'text' },
    ];
    const check = async (formula: string) =>
      (await admin('field/checkFormula', { label: 2, formula, formType: 'floatnumber', isDefault: 1, designed })).data;
    // of the newest record, which has no rent yet
    expect(await check('{月租} * 2')).toEqual({ problems: [], type: 'number', example: null });
    expect(await check('{每月费用} * 2')).toMatchObject({
      problems: [],
      example: { name: expect.any(String) as string },
    });
    expect(await check('{租户} * 2')).toMatchObject({ problems: [{ from: 0, to: 4 }], type: '' });
    expect(await check('{别的} * 2')).toMatchObject({ problems: [{ msg: '没有字段“别的”' }] });
    const added = [designed[0] ?? {}, { name: '两月租', formType: 'floatnumber', defaultFormula: '{月租} * 2' }];
    expect((await design({}, added)).msg).toBe('');
    expect((await design({ 月租: null, 两月租: null })).msg).toBe('');
  });

  it('keeps the fields that it is made from, and is named among their uses', async () => {
    expect((await design({ 大客户说明: null })).msg).toBe('');
    const gone = await design({ 月费: null });
    expect(gone.msg).toContain('的默认值公式用到字段“月费”，不能删除');
    const { fieldId } = await field('月费');
    const uses = (await admin('field/queryUses', { label: 2, fieldId })).data as {
      kind: string;
      blocks: number;
      list: Row[];
    }[];
    const kind = uses.find((use) => use.kind === 'default');
    expect(kind).toMatchObject({ blocks: 1 });
    expect(kind?.list.map((use) => use['name'])).toEqual(['年费', '折扣']);
  });

  it('comes back from the bin and with a former version', async () => {
    expect((await design({ 折扣: null })).msg).toBe('');
    const bin = (await admin('field/queryDeleted', { label: 2, page: 1, limit: 15 })).data as { list: Row[] };
    const fieldId = bin.list.find(({ name }) => name === '折扣')?.['fieldId'];
    expect((await admin('field/restoreDeleted', { label: 2, fieldId })).msg).toBe('');
    expect((await field('折扣')).defaultFormula).toBe('{月费} / 3');
    expect((await design({ 折扣: { defaultFormula: '{月费} / 4' } })).msg).toBe('');
    const versions = (await admin('field/queryVersions', { label: 2, page: 1, limit: 15 })).data as {
      list: { versionId: number; lines: string[] }[];
    };
    expect(versions.list[0]?.lines).toEqual(['修改「折扣」的默认值公式']);
    expect((await admin('field/restoreVersion', { versionId: versions.list[1]?.versionId })).msg).toBe('');
    expect((await field('折扣')).defaultFormula).toBe('{月费} / 3');
  });
});
