import { afterAll, beforeAll, expect, it } from 'vitest';
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
  imports = openImports(company);
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
  // former lines are not kept: what an import made of a document that was there stays
  const undone = await orders.ask('system/message/undoImport', { messageId });
  expect(undone.msg).toBe('');
  await imports.follow(messageId, company.people.admin);
  expect((await orders.read(before.orderId)).product).toEqual(after.product);
});
