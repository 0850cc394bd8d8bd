import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(async () => company.close());

const save = (entity: Record<string, unknown>) =>
  company.call('CrmCustomer/addOrUpdate', { entity, field: [] }, { as: company.people.seller });

it.each([
  ['91330100799655058B', 0],
  ['91330100799655058b', 0],
  ['91330100799655058C', 422],
  ['９１330100799655058C', 422],
  ['91330100799655085B', 422],
  ['110101800107123', 0],
  ['11010119900307123412', 0],
  ['110101199003071233', 0],
  ['待补', 0],
])('a tax number %s results in %i', async (number, code) => {
  const answer = await save({ customer_name: `税号 ${number}`, receipt_identifier: number });
  expect(answer.code).toBe(code);
  if (code !== 0) {
    expect(answer.msg).toBe('18位统一社会信用代码有误，请核对（校验位不符）');
    expect(answer.body['detail']).toEqual({ fieldName: 'receipt_identifier' });
  }
});

it('an existing wrong one stays until it is changed', async () => {
  const { customerId } = (await save({ customer_name: '旧税号' })).data as { customerId: number };
  const former = '91330100799655058C';
  await sql`update customer set receipt_identifier = ${former} where customer_id = ${customerId}`.execute(company.db);
  expect((await save({ customerId, remark: '别的', receipt_identifier: former })).code).toBe(0);
  expect((await save({ customerId, receipt_identifier: '91330100799655058D' })).code).toBe(422);
  expect((await save({ customerId, receipt_identifier: '91330100799655058B' })).code).toBe(0);
});
