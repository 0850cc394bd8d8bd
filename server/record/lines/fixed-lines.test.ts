import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { withLevels, type Levels } from '#server/testing/role-rights.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openOrders } from '#server/testing/orders.ts';
import type { LineDeclaration } from '#shared/record/record-type.ts';

// Lines are as closed as their fields: whoever may write none of them may not do anything to the lines (security A10).

const sellers = 11;
const lines = fixtureOrder.type.lines as LineDeclaration;
/** The name of a line cannot be restricted, and its subtotal is computed. */
const names = lines.fields.map(({ fieldName }) => fieldName).filter((name) => !['product', 'subtotal'].includes(name));

let company: Company;
let orders: ReturnType<typeof openOrders>;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  orders = openOrders(company);
});
afterAll(() => company.close());

type Line = Readonly<Record<string, unknown>>;
const ways: Readonly<Record<string, (first: Line, second: Line) => readonly Line[]>> = {
  'removes all of the': () => [],
  'removes one of the': (_first, second) => [{ lineId: second['lineId'] }],
  'reorders the': (first, second) => [{ lineId: second['lineId'] }, { lineId: first['lineId'] }],
  'renames the': (first, second) => [{ lineId: first['lineId'], product: '尺' }, { lineId: second['lineId'] }],
  'adds to the': (first, second) => [
    { lineId: first['lineId'] },
    { lineId: second['lineId'] },
    { product: '尺', num: 1 },
  ],
  'sends subtotals of the': (first, second) => [
    { ...first, product: '尺', subtotal: '1' },
    { lineId: second['lineId'] },
  ],
};
const twoLines = async () => {
  const { seller } = company.people;
  const order = await orders.newOrder(
    [
      { product: '笔', price: '10', num: 3 },
      { product: '纸', price: '2', num: 1 },
    ],
    {},
    seller,
  );
  const [first = {}, second = {}] = order.product;
  return { order, first, second };
};
const closed = (level: 0 | 1, but = ''): Levels =>
  Object.fromEntries(names.filter((name) => name !== but).map((name) => [name, level]));

describe.each(Object.entries(ways))('whoever %s lines', (_what, way) => {
  it.each([0, 1] as const)(
    'has to be able to write one of their fields, of which the others have the level %i',
    async (level) => {
      const { order, first, second } = await twoLines();
      const { seller } = company.people;
      await withLevels(company, sellers, lines.code, closed(level), async () => {
        const refused = await orders.save({ orderId: order.orderId }, { product: way(first, second) }, seller);
        expect([refused.code, refused.msg]).toEqual([422, '“明细”您只能查看，不能修改']);
        expect((await orders.save({ orderId: order.orderId, kind: '乙' }, {}, seller)).msg).toBe('');
        const same = [{ lineId: first['lineId'] }, { lineId: second['lineId'] }];
        expect((await orders.save({ orderId: order.orderId }, { product: same }, seller)).data).toMatchObject({
          version: 2,
        });
      });
      expect((await orders.read(order.orderId)).product).toEqual(order.product);
      await withLevels(company, sellers, lines.code, closed(level, 'num'), async () => {
        expect((await orders.save({ orderId: order.orderId }, { product: way(first, second) }, seller)).msg).toBe('');
      });
    },
  );
});

it('is told to forms by the fields of lines, which are all read-only then', async () => {
  const { order } = await twoLines();
  const form = async () => {
    const body = { label: fixtureOrder.type.code, id: order.orderId };
    const { data } = await orders.ask('field/queryLineField', body, company.people.seller);
    return (data as { fields: { fieldName: string; disabled: number }[] }).fields;
  };
  const open = (await form()).filter(({ disabled }) => disabled === 0);
  expect(open.length).toBeGreaterThan(names.length);
  for (const level of [0, 1] as const)
    await withLevels(company, sellers, lines.code, closed(level), async () => {
      const fields = await form();
      expect(fields.length).toBeGreaterThan(0);
      expect(fields.filter(({ disabled }) => disabled === 0)).toEqual([]);
    });
});
