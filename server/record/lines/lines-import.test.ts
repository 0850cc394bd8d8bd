import { afterAll, beforeAll, expect, it } from 'vitest';
import { customerImports } from '#server/modules/crm/customers/testing.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { openOrders } from '#server/testing/orders.ts';

let company: Company;
let orders: ReturnType<typeof openOrders>;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true, types: [fixtureOrder] });
  orders = openOrders(company);
  imports = openImports(company, customerImports);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

const headers = ['title(*)', 'kind', 'product', 'unit', 'price', 'num', 'subtotal'];
type Rows = readonly (readonly string[])[];
const run = async (rows: Rows, repeatHandling = 2) => {
  const { admin } = company.people;
  const content = await imports.workbook(rows, { headers });
  const answer = await company.call(
    'CrmFixtureOrder/uploadExcel',
    { repeatHandling, ownerUserId: admin.userId },
    { as: admin, file: { name: '订单.xlsx', content } },
  );
  expect(answer.msg).toBe('');
  const info = await imports.follow(answer.data, admin);
  return { info, problems: await imports.lines(answer.data, admin), messageId: answer.data };
};
/** An undo is a change of its own. */
const anotherTime = { updateTime: expect.any(String) as unknown };
const undo = async (messageId: unknown) => {
  expect((await orders.ask('system/message/undoImport', { messageId })).msg).toBe('');
  return imports.follow(messageId, company.people.admin);
};
const named = async (title: string) => {
  const { data } = await orders.ask('CrmFixtureOrder/queryPageList', { search: title, limit: 100 });
  const { list } = data as { list: { orderId: number; title: string }[] };
  const found = list.filter((row) => row.title === title);
  expect([title, found.length]).toEqual([title, 1]);
  return orders.read(found[0]?.orderId ?? 0);
};

it('offers the columns of lines in the template', async () => {
  const answer = await orders.ask('CrmFixtureOrder/downloadExcel', {});
  const cells = (await imports.cells(answer.raw)).flat().map((cell) => String(cell));
  expect(cells).toEqual(expect.arrayContaining(['product', 'unit', 'sales_price', 'num']));
  expect(cells).not.toContain('subtotal');
});

it('makes one document of the rows of a title, whether they stand together or not', async () => {
  const { info } = await run([
    ['甲单', '甲', '笔', '个', '￥1,000', '3', '1'],
    ['', '', '纸', '箱', '2.5', '10', ''],
    ['乙单', '乙', '本', '', '1', '1', ''],
    ['甲单', '甲', '尺', '', '4', '2', ''],
    ['丙单', '', '', '', '', '', ''],
  ]);
  expect(info).toMatchObject({ totalSize: 5, errSize: 0 });
  const first = await named('甲单');
  expect(first).toMatchObject({ kind: '甲', totalPrice: '3033.00' });
  expect(first.product.map(({ product, subtotal }) => [product, subtotal])).toEqual([
    ['笔', '3000.00'],
    ['纸', '25.00'],
    ['尺', '8.00'],
  ]);
  expect((await named('乙单')).product).toHaveLength(1);
  expect(await named('丙单')).toMatchObject({ product: [], totalPrice: '0.00' });
});

it('takes a document whole or not at all, and names what is wrong by its row', async () => {
  const { info, problems } = await run([
    ['错单', '甲', '笔', '个', '1', '3', ''],
    ['', '', '纸', '吨', '1', '十', ''],
    ['', '', '', '箱', '1', '2', ''],
    ['错单', '乙', '尺', '', '1', '-1', ''],
    ['好单', '', '本', '', '1', '1', ''],
  ]);
  expect(info).toMatchObject({ totalSize: 5, errSize: 4 });
  expect(problems.map(({ row, result }) => [row, result])).toEqual([
    [2, 'failed'],
    [3, 'failed'],
    [4, 'failed'],
    [5, 'failed'],
  ]);
  const [whole, unread, nameless, differing] = problems;
  expect(whole?.msg).toContain('第3行');
  expect([unread?.column, unread?.msg]).toEqual(['unit、num', expect.stringContaining('unit没有选项“吨”')]);
  expect([nameless?.column, nameless?.msg]).toEqual(['product', expect.stringContaining('product')]);
  expect(differing?.msg).toContain('kind');
  expect(differing?.msg).toContain('num');
  expect((await named('好单')).totalPrice).toBe('1.00');
});

it('lays lines over those of a document that is there, as a save does', async () => {
  const before = await orders.newOrder(
    [
      { product: '笔', unit: '箱', price: '10', num: '3' },
      { product: '旧', price: '1', num: '1' },
    ],
    { title: '在册单' },
  );
  const { info, messageId } = await run(
    [
      ['在册单', '', '笔', '', '10', '4', ''],
      ['', '', '新', '', '5', '2', ''],
    ],
    1,
  );
  expect(info).toMatchObject({ errSize: 0 });
  const after = await orders.read(before.orderId);
  expect(after).toMatchObject({ version: 2, totalPrice: '50.00' });
  expect(after.product).toMatchObject([
    { lineId: before.product[0]?.['lineId'], product: '笔', unit: '箱', num: '4' },
    { product: '新' },
  ]);
  expect(await undo(messageId)).toMatchObject({ undoneSize: 2, keptSize: 0 });
  expect(await orders.read(before.orderId)).toEqual({ ...before, ...anotherTime, version: 3 });
});

it('takes back what several rows and imports made of lines, and leaves what somebody has changed since', async () => {
  const pens = [{ product: '笔', price: '10', num: '3' }];
  const [one, other, agreed] = [
    await orders.newOrder(pens, { title: '撤销甲单' }),
    await orders.newOrder(pens, { title: '撤销乙单' }),
    await orders.newOrder(pens, { title: '撤销丙单', discountRate: '10' }),
  ];
  const rows = ['撤销甲单', '撤销乙单', '撤销丙单'].map((title) => [title, '乙', '纸', '', '5', '2', '']);
  const first = await run([...rows, ['撤销丁单', '', '尺', '', '4', '2', '']], 1);
  expect(first.info).toMatchObject({ createdSize: 1, updatedSize: 3, errSize: 0 });
  expect(await orders.read(agreed.orderId)).toMatchObject({ totalPrice: '9.00', kind: '乙' });
  expect((await orders.save({ orderId: other.orderId, kind: '丙' })).msg).toBe('');
  expect(await undo(first.messageId)).toMatchObject({ undoneSize: 3, keptSize: 1 });
  for (const order of [one, agreed])
    expect(await orders.read(order.orderId)).toEqual({ ...order, ...anotherTime, version: 3 });
  expect(await orders.read(other.orderId)).toMatchObject({ kind: '丙', product: [{ product: '纸' }] });
  const kept = (await imports.lines(first.messageId, company.people.admin)).map(({ row, result }) => [row, result]);
  expect(kept).toEqual([[3, 'kept']]);
  // who has not seen them come back does not remove them
  const saved = await orders.save({ orderId: one.orderId }, { product: [], version: 2 });
  expect(saved.msg).toBe('');
  expect((await orders.read(one.orderId)).product).toMatchObject([{ product: '笔' }]);
});

it('counts and lists each row of new documents that are taken back or left', async () => {
  const rows = ['留下甲单', '留下乙单'].flatMap((title) =>
    ['笔', '纸', '尺'].map((name) => [title, '', name, '', '5', '2', '']),
  );
  const { info, messageId } = await run(rows);
  expect(info).toMatchObject({ createdSize: 6, doneSize: 6 });
  const { orderId } = await named('留下乙单');
  expect((await orders.save({ orderId, kind: '丙' })).msg).toBe('');
  expect(await undo(messageId)).toMatchObject({ undoneSize: 3, keptSize: 3 });
  const kept = await imports.lines(messageId, company.people.admin);
  expect(kept.map(({ row, result }) => [row, result])).toEqual([5, 6, 7].map((row) => [row, 'kept']));
});
