import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cellText } from '#server/platform/sheets/cell.ts';
import { personLimits } from '#server/platform/sheets/limits.ts';
import { inspectSheet, readSheet } from '#server/platform/sheets/read-sheet.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { wireLinesOf } from '#server/record/lines/wire-lines.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { applyAsAction, planChanges } from '#server/record/write/apply-changes.ts';
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

const { type } = fixtureOrder;
const pen = { product: '笔', price: '10', num: '3' };
const paper = { product: '纸', price: '2.5', sales_price: '2', num: '10' };
const actorOf = () => company.services.gate.actorFor(company.db, company.people.admin.userId);
const dataOf = async <T>(path: string, body: Record<string, unknown>): Promise<T> => {
  const answer = await orders.ask(path, body);
  expect([path, answer.msg]).toEqual([path, '']);
  return answer.data as T;
};

/** Gives documents these lines as one action, which one undo takes back. */
const changeAsAction = async (ids: readonly number[], sent: readonly object[]): Promise<number> => {
  const actor = await actorOf();
  return company.db.transaction().execute(async (db) => {
    const rows = await storedRows(db, type, ids);
    const batch = { db, actor, type, fields: await fieldsOf(db, actor, type) };
    const lines = { sent: sent as Record<string, unknown>[] };
    const prepared = await planChanges(
      batch,
      rows.map((row) => ({ row, sent: {}, lines })),
    );
    expect(prepared.flatMap(({ problems }) => problems)).toEqual([]);
    const action = await applyAsAction(batch, prepared, { verb: 'edited', access: 'crm:customer:update' });
    expect(action.count).toBe(ids.length);
    return action.operationId;
  });
};

it('gives the lines back by an undo, the same ones in their places, but for what has changed since', async () => {
  const [one, other] = [await orders.newOrder([pen, paper]), await orders.newOrder([paper, pen])];
  const operationId = await changeAsAction([one.orderId, other.orderId], [{ product: '尺', price: '1', num: '1' }]);
  expect(await orders.read(one.orderId)).toMatchObject({
    totalPrice: '1.00',
    version: 2,
    product: [{ product: '尺' }],
  });
  const changed = await orders.read(other.orderId);
  const [line] = changed.product;
  await orders.save({ orderId: other.orderId }, { product: [{ lineId: line?.['lineId'], num: '2' }] });
  const undone = await dataOf('operation/undo', { operationId });
  expect(undone).toMatchObject({ undone: 1, kept: [{ id: other.orderId }] });
  const back = await orders.read(one.orderId);
  expect(back).toMatchObject({ totalPrice: '50.00', version: 3 });
  expect(back.product).toEqual(one.product);
  expect(await orders.read(other.orderId)).toMatchObject({
    totalPrice: '2.00',
    product: [{ product: '尺', num: '2' }],
  });
  // who has not seen them come back does not remove them
  const saved = await orders.save({ orderId: one.orderId }, { product: [{ ...pen, product: '本' }], version: 2 });
  expect(saved.msg).toBe('');
  expect((await orders.read(one.orderId)).product.map(({ product }) => product)).toEqual(['笔', '纸', '本']);
});

it('keeps the lines of a document in the recycle bin, and destroys them with it', async () => {
  const order = await orders.newOrder([pen, paper]);
  const { orderId } = order;
  const removed = await dataOf<{ operationId: number }>('CrmFixtureOrder/deleteByIds', { orderIds: [orderId] });
  await dataOf('operation/undo', { operationId: removed.operationId });
  expect((await orders.read(orderId)).product).toEqual(order.product);
  await changeAsAction([orderId], []);
  await dataOf('CrmFixtureOrder/deleteByIds', { orderIds: [orderId] });
  await dataOf('CrmFixtureOrder/restoreByIds', { orderIds: [orderId] });
  expect((await orders.read(orderId)).product).toEqual([]);
  await orders.save({ orderId }, { product: [pen] });
  await dataOf('CrmFixtureOrder/deleteByIds', { orderIds: [orderId] });
  await dataOf('CrmFixtureOrder/deleteByIdsReal', { orderIds: [orderId] });
  const left = await sql`
    select from fixture_order_line where order_id = ${orderId}
    union all select from operation_row where record_id = ${orderId} and lines_before is not null`.execute(company.db);
  expect(left.rows).toEqual([]);
});

it('reads the lines of a page of documents with one query more', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 15; at += 1) ids.push((await orders.newOrder([pen, paper])).orderId);
  const actor = await actorOf();
  await wireLinesOf(company.db, actor, type, ids.slice(0, 1));
  let queries = 0;
  const counting = company.db.withPlugin({
    transformQuery: ({ node }) => {
      queries += 1;
      return node;
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
  const lines = await wireLinesOf(counting, actor, type, ids);
  expect(queries).toBe(1);
  expect(ids.map((id) => lines.get(id)?.map(({ product }) => product))).toEqual(ids.map(() => ['笔', '纸']));
});

it('finds documents by the product of a line', async () => {
  const { orderId } = await orders.newOrder([{ ...pen, product: '独一无二的笔' }, paper]);
  await orders.newOrder([paper]);
  const find = async (condition: string, value: string) =>
    (
      await dataOf<{ list: { orderId: number }[] }>('CrmFixtureOrder/queryPageList', {
        data: [{ fieldName: 'product.product', condition, value }],
        limit: 100,
      })
    ).list.map((row) => row.orderId);
  expect(await find('is', '独一无二的笔')).toEqual([orderId]);
  expect(await find('contains', '无二')).toEqual([orderId]);
  expect(await find('startWith', '独一')).toEqual([orderId]);
  expect(await find('is', '无此货')).toEqual([]);
  expect(await find('isNot', '独一无二的笔')).not.toContain(orderId);
  expect(await find('isNull', '')).not.toContain(orderId);
});

it('exports the lines to a second sheet, beside the name of their document', async () => {
  const title = '导出的订单';
  const { orderId } = await orders.newOrder([pen, { ...paper, unit: '箱' }], { title });
  const bare = await orders.newOrder([], { title: '没有明细的订单' });
  const answer = await orders.ask('CrmFixtureOrder/batchExportExcel', { ids: [orderId, bare.orderId] });
  const folder = mkdtempSync(join(tmpdir(), 'jianye-lines-'));
  try {
    const path = join(folder, '订单.xlsx');
    writeFileSync(path, answer.raw);
    const info = await inspectSheet(path, { ...personLimits, headingRows: 2, previewRows: 10 });
    expect(info.sheets.map(({ name }) => name)).toEqual(['Sheet1', '明细']);
    const rows: unknown[][] = [];
    for await (const { cells } of readSheet(path, { maxRows: 100, maxColumns: 50, headingRows: 2, sheet: 1 }))
      rows.push(cells.map((cell) => cellText(cell)));
    expect(rows.slice(1)).toEqual([
      ['title', 'product', 'unit', 'price', 'sales_price', 'num', 'discount', 'subtotal'],
      [title, '笔', '', '10', '10', '3', '0', '30'],
      [title, '纸', '箱', '2.5', '2', '10', '20', '20'],
    ]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
