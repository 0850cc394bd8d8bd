import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company, type PersonName } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

async function ask<T>(path: string, body: Record<string, unknown>, who: PersonName = 'manager'): Promise<T> {
  const answer = await company.call(path, body, { as: company.people[who] });
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
}
const keysOf = async (path: string, label: number) =>
  (await ask<{ fieldName: string }[]>(path, { label })).map(({ fieldName }) => fieldName);
type Row = Record<string, unknown>;
const pooled = async (search: string) =>
  (await ask<{ list: Row[] }>('CrmCustomer/queryPoolPageList', { search })).list[0];

it('the list of the pool says since when and whose a customer was, the list of customers does not', async () => {
  const own = ['poolTime', 'formerOwnerName'];
  expect(await keysOf('field/queryListHead', 9)).toEqual(expect.arrayContaining(own));
  const ofCustomers = await keysOf('field/queryListHead', 2);
  expect(ofCustomers.filter((key) => own.includes(key))).toEqual([]);
  const filters = await keysOf('scene/queryField', 2);
  expect(filters.filter((key) => ['pool_time', 'former_owner_id'].includes(key))).toEqual([]);

  const entity = { customer_name: '放回的公司' };
  const { customerId } = await ask<{ customerId: number }>('CrmCustomer/addOrUpdate', { entity, field: [] }, 'seller');
  const { operationId } = await ask<{ operationId: number }>('CrmCustomer/updateCustomerByIds', { ids: [customerId] });
  expect(await pooled('放回的公司')).toMatchObject({
    poolTime: expect.stringMatching(/^\d{4}-/),
    formerOwnerName: company.people.seller.realname,
  });
  await ask('operation/undo', { operationId });
  expect(await ask<Row>('CrmCustomer/queryById', { customerId })).toMatchObject({ poolTime: '' });
  await ask('CrmCustomer/updateCustomerByIds', { ids: [customerId] });
  await ask('CrmCustomer/receiveByIds', { ids: [customerId] });
  expect(await ask<Row>('CrmCustomer/queryById', { customerId })).toMatchObject({ poolTime: '' });
});

it('its columns are arranged apart from those of customers, and are as wide as they were made', async () => {
  await ask('field/setFelidStyle', { types: 'crm_customer_pool', field: 'poolTime', width: 177 });
  const heads = await ask<{ fieldName: string; width: number }[]>('field/queryListHead', { label: 9 });
  expect(heads.find(({ fieldName }) => fieldName === 'poolTime')?.width).toBe(177);
  expect(await keysOf('field/queryListHead', 2)).not.toContain('poolTime');
});
