import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { plain } from '#server/record/field-types/plain.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';
import { serverTypes } from '#server/record/field-types/server-types.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { numberOperators, type FieldType } from '#shared/record/field-type.ts';
import { fieldTypes } from '#shared/record/field-types.ts';
import { formTypeCodes, formTypes, isBlank, parsed, problem, textOf, type FormType } from '#shared/record/field.ts';

// own process: the registries keep it
/** A type that the product does not have: one to five stars, displayed as such. */
const rating: FieldType<string> = {
  storage: 'numeric',
  operators: numberOperators,
  sortable: true,
  uniqueable: false,
  importable: true,
  personal: 'text',
  addable: true,
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const stars = textOf(input) ?? '';
    return /^[1-5]$/.test(stars) ? parsed(stars) : problem('field.number', field);
  },
  toText: (value) => '★'.repeat(Number(value)),
  mask: () => '☆',
  fromText: (text) => String([...text].length),
  described: () => ({ onRow: { type: 'string' }, inSave: { type: 'string' } }),
};
const onServer: ServerType<string> = { ...plain, isSummed: true };

let company: Company;
let imports: Imports;
let ids: Record<string, number>;
beforeAll(async () => {
  // in the registries and nowhere else
  const name = 'rating' as FormType;
  Object.assign(formTypeCodes, { [name]: 99 });
  formTypes.push(name);
  Object.assign(fieldTypes, { [name]: rating });
  Object.assign(serverTypes, { [name]: onServer });
  company = await openCompany({ jobs: true });
  imports = openImports(company, customerImports);
  const present = await ask<object[]>('field/list', { label: 2 });
  await ask('field/save', { label: 2, data: [...present, { name: '评级', formType: name }] });
  ids = { 三: await save('三', '3'), 一: await save('一', '1'), 五: await save('五', 5), 无: await save('无', '') };
});
afterAll(async () => {
  await company.close();
  imports.close();
});

async function ask<T>(path: string, body: Record<string, unknown> = {}): Promise<T> {
  const answer = await company.call(path, body, { as: company.people.admin });
  if (answer.code !== 0) throw new Error(`${path}: ${answer.msg}`);
  return answer.data as T;
}

async function save(customerName: string, value: unknown, customerId?: number): Promise<number> {
  const entity = customerId ? { customerId } : { customer_name: customerName };
  const field = [{ fieldName: '评级', value }];
  const saved = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field });
  return saved.customerId;
}

const listed = async (query: Record<string, unknown>): Promise<string[]> =>
  (await ask<{ list: { name: string }[] }>('CrmCustomer/queryPageList', query)).list.map(({ name }) => name);
const where = (condition: string, value?: string) => listed({ data: [{ fieldName: '评级', condition, value }] });

it('is saved, is on rows and in forms, and refuses invalid values', async () => {
  expect(await ask('CrmCustomer/queryById', { customerId: ids['三'] })).toMatchObject({ 评级: '3' });
  const form = await ask<object[]>('field/queryField', { label: 2, id: ids['五'] });
  expect(form).toContainEqual(expect.objectContaining({ name: '评级', value: '5', formType: 'rating', type: 99 }));
  await expect(save('六', '6')).rejects.toThrow('数字');
});

it('is shown, filtered, sorted and summed by lists', async () => {
  const heads = await ask<object[]>('field/queryListHead', { label: 2 });
  expect(heads).toContainEqual(expect.objectContaining({ fieldName: '评级', formType: 'rating', sortable: 1 }));
  expect((await where('egt', '3')).toSorted()).toEqual(['三', '五']);
  expect(await where('is', '1')).toEqual(['一']);
  expect(await where('isNull')).toEqual(['无']);
  expect(await listed({ sortField: '评级', order: 2 })).toEqual(['一', '三', '五', '无']);
  expect(await listed({ sortField: '评级', order: 1 })).toEqual(['五', '三', '一', '无']);
  const { sums } = await ask<{ sums: object[] }>('CrmCustomer/querySums');
  expect(sums).toContainEqual(expect.objectContaining({ name: '评级', sum: '9' }));
});

it('is displayed in details, the log, exports and imports', async () => {
  const as = company.people.admin;
  const customerId = await save('改', '2');
  await save('改', '4', customerId);
  const information = await ask<object[]>('field/information', { types: 2, id: customerId });
  expect(information).toContainEqual(expect.objectContaining({ name: '评级', value: '★★★★' }));
  const [entry] = await ask<{ content: string[] }[]>('CrmRecord/queryRecordList', {
    actionId: customerId,
    types: 'crm_customer',
  });
  expect(entry?.content).toEqual(['将评级 由★★修改为★★★★。']);
  const exported = await company.call('CrmCustomer/batchExportExcel', { ids: String(customerId) }, { as });
  const [, heads, row] = await imports.cells(exported.raw);
  expect(row?.[heads?.indexOf('评级') ?? -1]).toBe('★★★★');
  const sheet = await imports.workbook([['来', '★★★★★']], { headers: ['客户名称(*)', '评级'] });
  await imports.run(sheet, { as });
  expect(await where('is', '5')).toContain('来');
});
