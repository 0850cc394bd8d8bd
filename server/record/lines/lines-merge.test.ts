import { isReadable } from '#server/testing/company/readable.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openOrders } from '#server/testing/orders.ts';

let company: Company;
let orders: ReturnType<typeof openOrders>;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  orders = openOrders(company);
});
afterAll(() => company.close());

const pen = { product: '笔', price: '10', num: '3' };
const paper = { product: '纸', price: '2', num: '10' };

it('leaves the survivor its lines and their money, and takes those of the others with them into the bin and back', async () => {
  const target = await orders.newOrder([pen], { kind: '甲' });
  const source = await orders.newOrder([paper, pen], { kind: '乙', discount_rate: '10' });
  const ids = [target.orderId, source.orderId];
  const preview = await orders.ask('CrmFixtureOrder/queryMergePreview', { ids });
  expect(preview.data).toMatchObject({ rows: [{ lines: 1 }, { lines: 2 }] });
  // the total follows from the lines: it is no choice
  const { fields } = preview.data as { fields: { fieldName: string }[] };
  expect(fields.map(({ fieldName }) => fieldName)).toEqual(['title', 'kind']);

  const merged = await orders.ask('CrmFixtureOrder/mergeFixtureOrder', {
    targetId: target.orderId,
    ids: [source.orderId],
    fields: { kind: source.orderId },
  });
  expect(merged.msg).toBe('');
  const after = await orders.read(target.orderId);
  expect(after).toMatchObject({ kind: '乙', totalPrice: '30.00', discountRate: '0.00', product: target.product });
  expect(isReadable(await orders.ask('CrmFixtureOrder/queryById', { orderId: source.orderId }))).toBe(false);

  const { operationId } = merged.data as { operationId: number };
  const undone = await orders.ask('operation/undo', { operationId });
  expect(undone.data).toMatchObject({ undone: 2 });
  expect(await orders.read(target.orderId)).toMatchObject({ kind: '甲', totalPrice: '30.00', product: target.product });
  expect(await orders.read(source.orderId)).toMatchObject({ totalPrice: '45.00', product: source.product });
});
