import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { organisationChanged } from '#server/platform/access/rights.ts';
import { registerRecordType } from '#server/record/registry.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openOrders } from '#server/testing/orders.ts';
import { productOf, sumOf } from '#shared/record/money/exact-decimal.ts';

let company: Company;
let orders: ReturnType<typeof openOrders>;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  orders = openOrders(company);
});
afterAll(() => company.close());

const pen = { product: '笔', price: '10', num: '3' };
const paper = { product: '纸', price: '2.5', sales_price: '2', num: '10' };
const namesOf = ({ product }: { readonly product: readonly Readonly<Record<string, unknown>>[] }): unknown[] =>
  product.map((line) => line['product']);

describe('a document with lines', () => {
  it('is made in one save, with the figures computed by the server', async () => {
    const order = await orders.newOrder([{ ...pen, subtotal: '1', discount: '' }, paper]);
    expect(order).toMatchObject({ version: 1, totalPrice: '50.00', discountRate: '0.00' });
    expect(order.product).toEqual([
      expect.objectContaining({
        product: '笔',
        unit: '',
        price: '10.00',
        salesPrice: '10.00',
        num: '3',
        discount: '0.00',
        subtotal: '30.00',
      }),
      expect.objectContaining({ product: '纸', salesPrice: '2.00', discount: '20.00', subtotal: '20.00' }),
    ]);
  });

  it('changes, adds, removes and reorders lines in one version', async () => {
    const { orderId, product } = await orders.newOrder([pen, paper, { product: '本', price: '1', num: 1 }]);
    const [first, second, third] = product.map(({ lineId }) => ({ lineId }));
    const saved = await orders.save(
      { orderId },
      { product: [{ ...second, num: '1' }, { product: '尺', price: 4, num: 2 }, { ...first }] },
    );
    expect(saved.data).toMatchObject({ version: 2 });
    const after = await orders.read(orderId);
    expect(namesOf(after)).toEqual(['纸', '尺', '笔']);
    expect(after).toMatchObject({ totalPrice: '40.00', version: 2 });
    expect(after.product.map(({ lineId }) => lineId)).not.toContain(third?.lineId);
    expect(await orders.historyOf(orderId)).toEqual(
      expect.arrayContaining([
        '删除了明细“本”。',
        '将明细“纸”的num 由10修改为1。',
        '新增了明细“尺”。',
        '调整了明细的顺序。',
        '将total_price 由51.00修改为40.00。',
      ]),
    );
    expect(await orders.historyOf(orderId, undefined, true)).toContain('changed num of the line “纸” from 10 to 1');
  });

  it('leaves the lines alone where a save says nothing of them, and the version where nothing changes', async () => {
    const { orderId, product } = await orders.newOrder([pen, paper]);
    expect((await orders.save({ orderId, kind: '乙' })).data).toMatchObject({ version: 2 });
    expect((await orders.save({ orderId }, { product: product.map(({ lineId }) => ({ lineId })) })).data).toMatchObject(
      {
        version: 2,
      },
    );
    expect((await orders.read(orderId)).product).toEqual(product);
    expect((await orders.save({ orderId }, { product: [] })).data).toMatchObject({ version: 3 });
    expect(await orders.read(orderId)).toMatchObject({ product: [], totalPrice: '0.00' });
  });

  it('keeps the agreed rate when lines change after a total was typed', async () => {
    const { orderId, product } = await orders.newOrder([{ product: '笔', price: '33.33', num: 1 }]);
    await orders.save({ orderId, discount_rate: '10' });
    expect(await orders.read(orderId)).toMatchObject({ totalPrice: '30.00', discountRate: '9.99' });
    await orders.save({ orderId }, { product: [{ lineId: product[0]?.['lineId'], num: '100' }] });
    expect(await orders.read(orderId)).toMatchObject({ totalPrice: '2999.70', discountRate: '10.00' });
    await orders.save({ orderId, total_price: '1666.50' });
    expect(await orders.read(orderId)).toMatchObject({ totalPrice: '1666.50', discountRate: '50.00' });
    await orders.save({ orderId, total_price: '' });
    expect(await orders.read(orderId)).toMatchObject({ totalPrice: '3333.00', discountRate: '0.00' });
  });

  it('adds up, whatever is done to its lines', async () => {
    const roll = dice(20_261_122);
    const amount = () => `${roll(2000)}.${roll(10)}${roll(10)}`;
    const { orderId } = await orders.newOrder([]);
    for (let round = 0; round < 12; round += 1) {
      const { product, version } = await orders.read(orderId);
      const kept = product.filter(() => roll(5) > 0).toSorted(() => roll(3) - 1);
      const sent = kept.map(({ lineId }) => ({
        lineId,
        ...(roll(2) ? { num: `${roll(99) + 1}.5` } : { sales_price: amount() }),
      }));
      const fresh = Array.from({ length: roll(4) }, (_, at) => ({
        product: `货${round}-${at}`,
        price: amount(),
        num: roll(50) + 1,
      }));
      expect((await orders.save({ orderId }, { product: [...sent, ...fresh], version })).msg).toBe('');
      const after = await orders.read(orderId);
      expect(namesOf(after)).toEqual([...kept.map((line) => line['product']), ...fresh.map((line) => line.product)]);
      for (const line of after.product)
        expect(line['subtotal']).toBe(productOf(String(line['salesPrice']), String(line['num'])));
      expect(after.totalPrice).toBe(sumOf(after.product.map((line) => String(line['subtotal']))));
    }
  });

  it('takes 500 lines and refuses 501', async () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => ({ product: `货${at}`, price: 1, num: 1 }));
    const order = await orders.newOrder(many(500));
    expect(order.product).toHaveLength(500);
    expect(order.totalPrice).toBe('500.00');
    expect((await orders.save({ title: '太长' }, { product: many(501) })).msg).toBe('“明细”最多500行，现有501行');
  });

  it.each([
    [{ num: '0' }, 'num', 'num'],
    [{ num: 'x' }, 'num', 'num'],
    [{ num: '' }, 'num', 'num'],
    [{ product: '' }, 'product', 'product'],
    [{ price: '1.234' }, 'price', 'price'],
    [{ unit: '吨' }, 'unit', 'unit'],
    [{ price: '9999999999', num: '2' }, 'subtotal', 'subtotal'],
  ])('names the line and the field of %j', async (bad, fieldName, label) => {
    const product = [pen, paper, { ...pen, ...bad }];
    const answer = await orders.save({ title: `错${JSON.stringify(bad)}` }, { product });
    expect(answer.msg).toContain(`第3行 ${label}`);
    expect(answer.body['detail']).toMatchObject({ fieldName: `product.2.${fieldName}` });
    const english = await orders.save({ title: `错${JSON.stringify(bad)}` }, { product }, undefined, true);
    expect(english.msg).toMatch(/Line 3 [a-z]/);
  });

  it('tells all that is wrong at once and writes none of it', async () => {
    const { orderId } = await orders.newOrder([pen]);
    const answer = await orders.save({ orderId, title: '' }, { product: [{ product: '' }, { ...pen, num: '-1' }] });
    const { problems } = answer.body['detail'] as { problems: { fieldName: string }[] };
    expect(problems.map(({ fieldName }) => fieldName)).toEqual([
      'title',
      'product.0.product',
      'product.0.num',
      'product.1.num',
    ]);
    expect(namesOf(await orders.read(orderId))).toEqual(['笔']);
  });

  it('refuses lines of another document and lines that are gone', async () => {
    const [one, other] = [await orders.newOrder([pen]), await orders.newOrder([paper])];
    const answer = await orders.save({ orderId: one.orderId }, { product: [pen, { ...other.product[0], num: '9' }] });
    expect(answer.msg).toBe('第2行已不存在，请刷新后重试');
    expect(await orders.read(other.orderId)).toEqual(other);
  });
});

describe('two people at one document', () => {
  const opened = async () => {
    const order = await orders.newOrder([pen, paper], {}, company.people.seller);
    const [first, second] = order.product.map(({ lineId }) => ({ lineId }));
    return { orderId: order.orderId, version: 1, first, second };
  };
  const bySeller = (orderId: number, product: readonly object[]) =>
    orders.save({ orderId }, { product, version: 1 }, company.people.seller);

  it('merge by line and field', async () => {
    const { orderId, version, first, second } = await opened();
    await bySeller(orderId, [{ ...first, num: '5' }, { ...second }, { product: '本', price: '1', num: 1 }]);
    const saved = await orders.save(
      { orderId },
      {
        product: [
          { ...first, sales_price: '9' },
          { ...second, num: '1' },
        ],
        version,
      },
    );
    expect(saved.msg).toBe('');
    const after = await orders.read(orderId);
    expect(namesOf(after)).toEqual(['笔', '纸', '本']);
    expect(after.product[0]).toMatchObject({ num: '5', salesPrice: '9.00', subtotal: '45.00' });
    expect(after).toMatchObject({ version: 3, totalPrice: '48.00' });
  });

  it('are told of the same field of the same line, by its name', async () => {
    const { orderId, version, first, second } = await opened();
    await bySeller(orderId, [{ ...first, num: '5' }, { ...second }]);
    const answer = await orders.save({ orderId }, { product: [{ ...first, num: '7' }, { ...second }], version });
    expect(answer).toMatchObject({ code: 409, msg: '“笔 num”已被王芳修改，请确认后再保存' });
    expect(answer.body['detail']).toMatchObject({
      fieldName: 'product.num',
      lineId: first?.lineId,
      current: '5',
      version: 2,
      overlaps: [{ name: '笔 num', editor: '王芳' }],
    });
  });

  it.each([
    ['changed here and removed there', [], (first: object) => [{ ...first, num: '7' }]],
    ['removed here and changed there', ['change'], () => []],
  ])('are told of a line that was %s', async (_name, there, here) => {
    const { orderId, version, first, second } = await opened();
    await bySeller(orderId, [...there.map(() => ({ ...first, num: '5' })), { ...second }]);
    const answer = await orders.save({ orderId }, { product: [...here(first ?? {}), { ...second }], version });
    expect(answer).toMatchObject({ code: 409, msg: '“笔”已被王芳修改，请确认后再保存' });
  });

  it('both remove what one of them has removed', async () => {
    const { orderId, version, first, second } = await opened();
    await bySeller(orderId, [{ ...second }]);
    const saved = await orders.save({ orderId }, { product: [{ ...first }, { ...second, num: '4' }], version });
    expect(saved.msg).toBe('');
    expect(namesOf(await orders.read(orderId))).toEqual(['纸']);
  });
});

it('shows rules the lines, and takes what they compute for the record', async () => {
  registerRecordType(fixtureOrder.type, {
    beforeSave: (_db, _actor, drafts) => drafts.map(({ lines }) => ({ kind: lines.length > 1 ? '乙' : '甲' })),
    validate: [
      (_next, _previous, lines) =>
        lines.some(({ values }) => values['product'] === '禁')
          ? [{ code: 'field.shape', params: { name: '规则' }, fieldName: '' }]
          : [],
    ],
  });
  try {
    const { orderId } = await orders.newOrder([pen, paper]);
    expect(await orders.read(orderId)).toMatchObject({ kind: '乙' });
    expect((await orders.save({ orderId }, { product: [{ ...pen, product: '禁' }] })).code).toBe(422);
    expect((await orders.save({ orderId }, { product: [pen] })).msg).toBe('');
    expect(await orders.read(orderId)).toMatchObject({ kind: '甲' });
  } finally {
    registerRecordType(fixtureOrder.type, {});
  }
});

it('shows no hidden field of a line, and lets nobody change one that is read only', async () => {
  const { seller } = company.people;
  const { orderId, product } = await orders.newOrder([pen], {}, seller);
  const levels = { price: 0, num: 1 };
  await company.db.insertInto('role_field_type').values({ role_id: 11, type_code: 931 }).execute();
  for (const [name, level] of Object.entries(levels))
    await sql`insert into role_field (role_id, type_code, field_id, level)
      select 11, 931, field_id, ${level} from record_field where type_code = 931 and field_name = ${name}`.execute(
      company.db,
    );
  await organisationChanged(company.db);
  try {
    const [line] = (await orders.read(orderId, seller)).product;
    for (const name of ['price', 'discount', 'subtotal']) expect(line).not.toHaveProperty(name);
    expect(line).toMatchObject({ product: '笔', num: '3', salesPrice: '10.00' });
    const lineId = product[0]?.['lineId'];
    const fixed = await orders.save({ orderId }, { product: [{ lineId, num: '4' }] }, seller);
    expect(fixed.msg).toBe('“第1行 num”您只能查看，不能修改');
    expect(
      (await orders.save({ orderId }, { product: [{ lineId, price: '1', num: '3', unit: '箱' }] }, seller)).msg,
    ).toBe('');
    expect((await orders.read(orderId)).product[0]).toMatchObject({ price: '10.00', unit: '箱' });
    await orders.save({ orderId }, { product: [{ lineId, price: '20' }] });
    expect((await orders.historyOf(orderId, seller)).join()).not.toContain('的price ');
    expect((await orders.historyOf(orderId)).join()).toContain('的price ');
  } finally {
    await sql`delete from role_field_type where role_id = 11 and type_code = 931`.execute(company.db);
    await organisationChanged(company.db);
  }
});
