import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';
import { openImports } from '#server/testing/imports.ts';
import { customerType } from '#shared/crm/customer-type.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany({ jobs: true });
});
afterAll(async () => company.close());

async function ask<T>(path: string, body: Record<string, unknown>, who: PersonName): Promise<T> {
  const answer = await company.call(path, body, { as: company.people[who] });
  if (answer.code !== 0) throw new Error(`${path}: ${answer.code} ${answer.msg}`);
  return answer.data as T;
}

/** Each step that the person is shown, with whether it is ticked. */
const stepsOf = async (who: PersonName): Promise<Record<string, boolean>> => {
  const { list } = await ask<{ list: { key: string; isDone: number }[] }>('system/user/queryFirstSteps', {}, who);
  return Object.fromEntries(list.map(({ key, isDone }) => [key, isDone === 1]));
};

it('are those that the person has the rights for', async () => {
  // the other people of the company are the colleagues that have been invited
  expect(await stepsOf('admin')).toEqual({ import: false, invite: true, fields: false, pool: false, follow_up: false });
  expect(await stepsOf('seller')).toEqual({ import: false, follow_up: false });
});

it('are ticked by what was done, one’s own work only by oneself', async () => {
  const entity = { customer_name: '第一步公司' };
  const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] }, 'seller');
  await ask('CrmCustomer/addRecord', { typesId: customerId, content: '第一次联系', category: '打电话' }, 'seller');
  await ask('CrmCustomer/updateRulesSetting', { followupDay: 30, dealDay: 60, type: 0 }, 'admin');
  const imports = openImports(company, { type: customerType, headers: ['客户名称'] });
  const { messageId } = await imports.run(await imports.workbook([['第一次导入的公司']]));
  expect(await stepsOf('seller')).toEqual({ import: true, follow_up: true });
  expect(await stepsOf('admin')).toMatchObject({ import: false, pool: true, follow_up: false });
  // taken back, it has brought nothing
  await ask('system/message/undoImport', { messageId }, 'seller');
  await expect.poll(() => stepsOf('seller')).toEqual({ import: false, follow_up: true });
  imports.close();
});

it('are hidden for good by the person alone, as often as it is pressed', async () => {
  await ask('system/user/hideFirstSteps', {}, 'seller');
  await ask('system/user/hideFirstSteps', {}, 'seller');
  expect(await stepsOf('seller')).toEqual({});
  expect(Object.keys(await stepsOf('admin'))).toHaveLength(5);
});
