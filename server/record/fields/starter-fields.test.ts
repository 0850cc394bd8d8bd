import { sql } from 'kysely';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { FixedField, StarterField } from '#shared/record/record-type.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  await company.close();
  imports.close();
});

const ask = async <T>(path: string, body: Record<string, unknown>, language: 'cn' | 'en' = 'en'): Promise<T> => {
  const answer = await company.call(path, body, {
    as: company.people.admin,
    headers: { 'x-language': language === 'en' ? 'en' : 'cn' },
  });
  expect(answer.msg).toBe('');
  return (answer.data ?? answer.raw) as T;
};
interface Shown {
  fieldName: string;
  name: string;
  setting: unknown[];
  value: unknown;
}
const levels = [
  { name: 'A (key)', value: 'A（重点客户）' },
  { name: 'B (regular)', value: 'B（普通客户）' },
  { name: 'C (low priority)', value: 'C（非优先客户）' },
];
const levelAmong = (fields: readonly Shown[]) => fields.find(({ fieldName }) => fieldName === '客户级别');
const customer = async (name: string, level: string): Promise<number> => {
  const field = [{ fieldName: '客户级别', value: level }];
  const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', {
    entity: { customer_name: name },
    field,
  });
  return customerId;
};

it('have English labels and options wherever they are shown', async () => {
  const customerId = await customer('英文甲', 'B（普通客户）');
  expect(levelAmong(await ask('field/queryField', { label: 2 }))).toMatchObject({ name: 'Level', setting: levels });
  expect(levelAmong(await ask('field/queryListHead', { label: 2 }))).toMatchObject({ name: 'Level', setting: levels });
  expect(levelAmong(await ask('field/information', { types: 2, id: customerId }))).toMatchObject({
    name: 'Level',
    value: 'B (regular)',
  });
  expect(levelAmong(await ask('field/information', { types: 2, id: customerId }, 'cn'))).toMatchObject({
    name: '客户级别',
    value: 'B（普通客户）',
  });
  // rows and saves contain the option itself, in any language
  expect(await ask('CrmCustomer/queryById', { customerId })).toMatchObject({ 客户级别: 'B（普通客户）' });
});

it('have them in the history, a merge, a board and a conflict too', async () => {
  const [customerId, other] = [await customer('英文子', 'B（普通客户）'), await customer('英文丑', 'C（非优先客户）')];
  const grade = async (value: string, language: 'cn' | 'en') =>
    company.call(
      'CrmCustomer/addOrUpdate',
      { entity: { customerId }, field: [{ fieldName: '客户级别', value }], version: 1 },
      { as: company.people.admin, headers: { 'x-language': language } },
    );
  expect((await grade('A（重点客户）', 'en')).msg).toBe('');
  const conflict = await grade('C（非优先客户）', 'en');
  expect(conflict.body['detail']).toMatchObject({ current: 'A (key)', value: 'A（重点客户）' });
  const [entry] = await ask<{ content: string[] }[]>('CrmRecord/queryRecordList', {
    actionId: customerId,
    types: 'crm_customer',
  });
  expect(entry?.content.join()).toMatch(/Level.*B \(regular\).*A \(key\)/);
  const { fields } = await ask<{ fields: { name: string; values: { text: string }[] }[] }>(
    'CrmCustomer/queryMergePreview',
    { ids: [customerId, other] },
  );
  expect(fields.find(({ name }) => name === 'Level')?.values.map(({ text }) => text)).toEqual([
    'A (key)',
    'C (low priority)',
  ]);
  const { columns } = await ask<{ columns: { name: string; value: string }[] }>('CrmCustomer/queryBoard', {
    groupField: '客户级别',
  });
  expect(columns.map(({ name, value }) => ({ name, value })).slice(0, 3)).toEqual(levels);
});

it('are written and read in English by sheets', async () => {
  const customerId = await customer('英文乙', 'C（非优先客户）');
  const exported = await ask<Buffer>('CrmCustomer/batchExportExcel', { ids: String(customerId) });
  const [, heads, row] = await imports.cells(exported);
  expect(row?.[heads?.indexOf('Level') ?? -1]).toBe('C (low priority)');
  const sheet = await imports.workbook(
    [
      ['英文丙', 'A (key)'],
      ['英文丁', 'B（普通客户）'],
      ['英文戊', 'Z'],
    ],
    {
      headers: ['Name', 'Level'],
    },
  );
  const done = await imports.run(sheet, { as: company.people.admin, english: true });
  expect(done).toMatchObject({ createdSize: 2, errSize: 1 });
  const stored = await imports.find('英文', company.people.admin);
  expect(Object.fromEntries(stored.map((one) => [one['customerName'], one['客户级别']]))).toMatchObject({
    英文丙: 'A（重点客户）',
    英文丁: 'B（普通客户）',
  });
});

it('keep their Chinese label and options when the set-up is saved in English, and any name they are given', async () => {
  type Row = Shown & { options: string };
  const rows = await ask<Row[]>('field/list', { label: 2 });
  expect(levelAmong(rows)).toMatchObject({ name: 'Level', setting: levels.map(({ value }) => value) });
  await ask('field/save', { label: 2, data: rows });
  expect(levelAmong(await ask<Row[]>('field/list', { label: 2 }, 'cn'))).toMatchObject({ name: '客户级别' });
  const renamed = rows.map((row) => (row.name === 'Level' ? { ...row, name: 'Rank' } : row));
  await ask('field/save', { label: 2, data: renamed });
  const after = await ask<Row[]>('field/queryField', { label: 2 });
  expect(after.find(({ name }) => name === 'Rank')).toMatchObject({
    fieldName: 'Rank',
    setting: levels.map(({ value }) => value),
  });
});

it("are distinguished from a company's own fields, in each language, and respect removed options", async () => {
  type Row = Partial<Shown> & { options?: string; formType?: string; type?: number };
  const rows = await ask<Row[]>('field/list', { label: 1 });
  const saved = (data: readonly Row[]) =>
    company.call('field/save', { label: 1, data }, { as: company.people.admin, headers: { 'x-language': 'cn' } });
  // both would have this name in English, and a sheet could not distinguish them
  expect((await saved([...rows, { name: 'Level', formType: 'text' }])).msg).toBe(translate('cn', 'field.name_taken'));
  const fewer = rows.map((row) =>
    row.fieldName === '客户级别' ? { ...row, setting: ['A（重点客户）', '新的'] } : row,
  );
  expect((await saved(fewer)).msg).toBe('');
  const form = await ask<Shown[]>('field/queryField', { label: 1 });
  expect(levelAmong(form)?.setting).toEqual([levels[0], '新的']);
  // one of another type under its name is the company's own
  const without = fewer.filter(({ fieldName }) => fieldName !== '客户级别');
  expect((await saved(without)).msg).toBe('');
  expect((await saved([...without, { name: '客户级别', formType: 'text' }])).msg).toBe('');
  expect(levelAmong(await ask<Shown[]>('field/queryField', { label: 1 }))?.name).toBe('客户级别');
});

it('keep the name in the log that the company gave them', async () => {
  const customerId = await customer('英文寅', 'B（普通客户）');
  await ask('CrmCustomer/addOrUpdate', {
    entity: { customerId },
    field: [{ fieldName: '客户行业', value: 'IT' }],
    version: 1,
  });
  const { rows } = await sql<{ name: string }>`
    select change ->> 'name' as name from event, jsonb_array_elements(changes) as change
    where record_id = ${customerId} and change ->> 'id' like 'f%'`.execute(company.db);
  expect(rows.map(({ name }) => name)).toContain('客户行业');
});

const unnamed = (options: readonly string[] = []): string[] =>
  options.filter((option) => /\P{ASCII}/u.test(option) && !isMessageKey(`option.${option}`));

it('have a message for each label and each non-Latin option', () => {
  const starters = recordModules().flatMap(({ type: { starterFields } }): readonly StarterField[] => starterFields);
  expect(starters.length).toBeGreaterThan(6);
  for (const { name, label, options } of starters) {
    expect(translate('cn', label)).toBe(name);
    expect(unnamed(options)).toEqual([]);
  }
});

it('are joined in that by the options of fixed fields, those of lines included', () => {
  const fixed = recordModules().flatMap(({ type }): readonly FixedField[] => [
    ...type.fields,
    ...(type.lines?.fields ?? []),
  ]);
  expect(fixed.filter(({ options }) => options).length).toBeGreaterThan(6);
  expect(fixed.flatMap(({ options }) => unnamed(options))).toEqual([]);
});
