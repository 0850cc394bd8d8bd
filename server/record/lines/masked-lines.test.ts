import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { openOrders } from '#server/testing/orders.ts';
import { withLevels, type Levels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';
import type { FormField, FormLines, ListHead } from '#shared/record/calls/field-calls.ts';

let company: Company;
let imports: Imports;
let orders: ReturnType<typeof openOrders>;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  imports = openImports(company, customerImports);
  orders = openOrders(company);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

const sellers = 11;
const lineCode = 931;
const pen = { product: '钢笔', price: '71.93', num: '3' };
/** The price, and what three of them come to. */
const secrets = ['71.93', '7193', '215.79'];
const { masked, hidden, readOnly } = fieldLevel;

/** All that a seller gets of an order, as text. */
async function answersOf(orderId: number): Promise<string> {
  const { seller } = company.people;
  const ask = async (path: string, body: Record<string, unknown>) =>
    JSON.stringify((await orders.ask(path, body, seller)).data);
  const sheet = await company.call('CrmFixtureOrder/allExportExcel', {}, { as: seller });
  return [
    await ask('CrmFixtureOrder/queryById', { orderId }),
    await ask('CrmFixtureOrder/queryPageList', {}),
    await ask('CrmFixtureOrder/querySums', {}),
    await ask('field/queryField', { label: 93, id: orderId }),
    await ask('field/queryLineField', { label: 93, id: orderId }),
    await ask('field/information', { types: 93, id: orderId }),
    (await orders.historyOf(orderId, seller)).join(),
    JSON.stringify(await imports.cells(sheet.raw)),
  ].join('\n');
}
const told = (text: string): string[] => secrets.filter((secret) => text.includes(secret));

it('masks what is made of a masked price: the discount and subtotal of its line, and the totals of the document', async () => {
  const { seller, admin } = company.people;
  const { orderId, product } = await orders.newOrder([{ ...pen, price: '60' }], {}, seller);
  const lineId = product[0]?.['lineId'];
  // the log has it, too
  await orders.save({ orderId }, { product: [{ lineId, price: '71.93', salesPrice: '71.93' }] }, admin);
  expect(told(await answersOf(orderId))).not.toEqual([]);
  await withLevels(company, sellers, lineCode, { price: masked, sales_price: masked }, async () => {
    expect(told(await answersOf(orderId))).toEqual([]);
    const read = await orders.read(orderId, seller);
    const money = { price: '****', salesPrice: '****', discount: '****', subtotal: '****' };
    expect(read.product).toMatchObject([{ product: '钢笔', num: '3', ...money }]);
    expect(read).toMatchObject({ totalPrice: '****', discountRate: '****', agreedRate: '****' });
    expect((await orders.historyOf(orderId, seller)).join()).toContain('由****修改为****');
    const form = (await orders.ask('field/queryLineField', { label: 93, id: orderId }, seller)).data as FormLines;
    expect(form.fields.filter((one) => one.masked === 1).map(({ fieldName }) => fieldName)).toEqual([
      'price',
      'sales_price',
      'discount',
      'subtotal',
    ]);
    expect(form.lines[0]?.values).toMatchObject({ price: '****', subtotal: '****' });
    const heads = (await orders.ask('field/queryListHead', { label: 93 }, seller)).data as ListHead[];
    expect(heads.find(({ fieldName }) => fieldName === 'totalPrice')).toMatchObject({ formType: 'text', masked: 1 });
    for (const fieldName of ['total_price', 'totalPrice']) {
      const data = [{ fieldName, condition: 'egt', value: '1' }];
      expect((await orders.ask('CrmFixtureOrder/queryPageList', { data }, seller)).code).not.toBe(0);
    }
  });
});

it('hides what is made of a hidden price, and leaves it alone where it can only be read', async () => {
  const { seller } = company.people;
  const { orderId } = await orders.newOrder([pen], {}, seller);
  const namesAt = async (levels: Levels): Promise<string[]> => {
    let names: string[] = [];
    await withLevels(company, sellers, lineCode, levels, async () => {
      const fields = (await orders.ask('field/queryField', { label: 93, id: orderId }, seller)).data as FormField[];
      const lines = (await orders.ask('field/queryLineField', { label: 93, id: orderId }, seller)).data as FormLines;
      names = [...fields, ...lines.fields]
        .filter((one) => one.masked !== 1)
        .map(({ fieldName }) => fieldName)
        .filter((name) => ['total_price', 'discount_rate', 'agreed_rate', 'discount', 'subtotal'].includes(name));
    });
    return names;
  };
  const all = ['total_price', 'discount_rate', 'agreed_rate', 'discount', 'subtotal'];
  expect(await namesAt({ price: readOnly })).toEqual(all);
  expect(await namesAt({ price: hidden })).toEqual([]);
  expect(await namesAt({ price: masked, sales_price: hidden })).toEqual([]);
  // what a number of pieces comes to tells the number, and not the discount
  expect(await namesAt({ num: masked })).toEqual(['discount']);
  await withLevels(company, sellers, lineCode, { price: masked, num: hidden }, async () => {
    expect(JSON.stringify(await orders.read(orderId, seller))).not.toMatch(/subtotal|totalPrice|215\.79/);
  });
});

it('takes the masks of a line back as they were, and refuses anything else', async () => {
  const { seller, admin } = company.people;
  const { orderId, product } = await orders.newOrder([pen], {}, seller);
  const lineId = product[0]?.['lineId'];
  await withLevels(company, sellers, lineCode, { price: masked }, async () => {
    const read = await orders.read(orderId, seller);
    const back = { ...read.product[0], unit: '箱' };
    expect((await orders.save({ ...read, orderId }, { product: [back] }, seller)).msg).toBe('');
    for (const price of ['71.93', '1', '', '***'])
      expect([price, (await orders.save({ orderId }, { product: [{ lineId, price }] }, seller)).msg]).toEqual([
        price,
        '“第1行 price”您只能查看，不能修改',
      ]);
    expect((await orders.save({ orderId, totalPrice: '1' }, {}, seller)).msg).toMatch(/您只能查看，不能修改$/);
    const more = await orders.save({ orderId }, { product: [{ lineId }, { product: '墨水', num: '1' }] }, seller);
    expect(more.msg).toBe('');
  });
  const { product: after, totalPrice } = await orders.read(orderId, admin);
  expect(after).toMatchObject([{ price: '71.93', unit: '箱', subtotal: '215.79' }, { product: '墨水' }]);
  expect(totalPrice).toBe('215.79');
});

it('puts no price that is not seen in place of a sales price that is taken away', async () => {
  const { seller, admin } = company.people;
  for (const level of [masked, hidden]) {
    const { orderId, product } = await orders.newOrder([{ ...pen, salesPrice: '60' }], {}, seller);
    const lineId = product[0]?.['lineId'];
    const clear = () => orders.save({ orderId }, { product: [{ lineId, salesPrice: '' }] }, seller);
    await withLevels(company, sellers, lineCode, { price: level }, async () => {
      expect((await clear()).msg).toBe('');
      expect((await orders.read(orderId, seller)).product[0]?.['salesPrice']).toBe('');
    });
    expect((await orders.read(orderId, admin)).product).toMatchObject([
      { price: '71.93', salesPrice: '', subtotal: '0.00' },
    ]);
    await orders.save({ orderId }, { product: [{ lineId, salesPrice: '60' }] }, seller);
    // for who sees the price it does
    await clear();
    expect((await orders.read(orderId, seller)).product[0]?.['salesPrice']).toBe('71.93');
  }
});
