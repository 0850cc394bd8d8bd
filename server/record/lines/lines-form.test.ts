import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openOrders } from '#server/testing/orders.ts';
import type { FormLines } from '#shared/record/calls/field-calls.ts';

let company: Company;
let orders: ReturnType<typeof openOrders>;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  orders = openOrders(company);
});
afterAll(() => company.close());

const formOf = async (as: Person, id?: number): Promise<FormLines> =>
  (await orders.ask('field/queryLineField', { label: 93, ...(id === undefined ? {} : { id }) }, as)).data as FormLines;

it('gives a form the fields of lines, and the lines of a document with the values that inputs read', async () => {
  const { admin } = company.people;
  expect((await formOf(admin)).lines).toEqual([]);
  const { orderId, product } = await orders.newOrder([{ product: '笔', price: '10', num: '3' }]);
  const { fields, lines } = await formOf(admin, orderId);
  expect(fields.map(({ fieldName }) => fieldName)).toEqual(fixtureOrder.type.lines?.fields.map((one) => one.fieldName));
  expect(fields.find(({ fieldName }) => fieldName === 'num')).toMatchObject({ isNull: 1, positive: 1, disabled: 0 });
  expect(lines).toEqual([
    {
      id: product[0]?.['lineId'],
      values: expect.objectContaining({ product: '笔', unit: '', price: '10.00', num: '3' }),
    },
  ]);
});

it('has no hidden field, says which can only be read, and is for nobody who may not read the document', async () => {
  const { seller, stranger } = company.people;
  const { orderId } = await orders.newOrder([{ product: '笔', price: '10', num: '3' }], {}, seller);
  await company.db.insertInto('role_field_type').values({ role_id: 11, type_code: 931 }).execute();
  for (const [name, level] of Object.entries({ price: 0, num: 1 }))
    await sql`insert into role_field (role_id, type_code, field_id, level)
      select 11, 931, field_id, ${level} from record_field where type_code = 931 and field_name = ${name}`.execute(
      company.db,
    );
  await organisationChanged(company.db);
  const { fields, lines } = await formOf(seller, orderId);
  expect(fields.map(({ fieldName }) => fieldName)).not.toContain('price');
  expect(fields.filter(({ disabled }) => disabled === 1).map(({ fieldName }) => fieldName)).toEqual(['num']);
  expect(lines[0]?.values).not.toHaveProperty('price');
  expect((await orders.ask('field/queryLineField', { label: 93, id: orderId }, stranger)).code).not.toBe(0);
});

it('is empty for types without lines', async () => {
  const { data } = await orders.ask('field/queryLineField', { label: 2 });
  expect(data).toEqual({ fields: [], lines: [] });
});
