import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cellText } from '#server/platform/sheets/cell.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import { openWorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import { stripGuard } from '#shared/platform/formula-guard.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { dice } from '#server/testing/dice.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { openOrders, type WireOrder } from '#server/testing/orders.ts';

const seed = Number(process.env['JIANYE_SEED'] ?? 12);
const roll = dice(seed);
const folder = mkdtempSync(join(tmpdir(), 'jianye-two-sheets-'));
let company: Company;
let orders: ReturnType<typeof openOrders>;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ jobs: true, types: [fixtureOrder] });
  orders = openOrders(company);
  imports = openImports(company, { type: fixtureOrder.type });
});
afterAll(async () => {
  imports.close();
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = string[][];
/** The headings and rows of both sheets. */
interface Sheets {
  readonly documents: Rows;
  readonly lines: Rows;
}

let files = 0;
let titles = 0;
async function sheetsOf(content: Buffer): Promise<Sheets> {
  const path = join(folder, `${(files += 1)}.xlsx`);
  writeFileSync(path, content);
  const rowsOf = async (sheet: number): Promise<Rows> => {
    const rows: Rows = [];
    const options = { maxRows: 1000, maxColumns: 50, headingRows: 2, sheet };
    for await (const { cells } of readSheet(path, options)) rows.push(cells.map((cell) => stripGuard(cellText(cell))));
    // a title stands above the headings
    return rows.slice(1);
  };
  return { documents: await rowsOf(0), lines: await rowsOf(1) };
}

async function workbookOf({ documents: [headings = [], ...documents], lines }: Sheets): Promise<Buffer> {
  const [lineHeadings = [], ...lineRows] = lines;
  const path = join(folder, `${(files += 1)}.xlsx`);
  const columns = (headers: readonly string[]) => headers.map((header) => ({ header, kind: 'text' as const }));
  const second = { sheetName: '明细', columns: columns(lineHeadings) };
  const writer = openWorkbookWriter({ path, columns: columns(headings), second });
  for (const row of documents) await writer.addRow(row);
  await writer.beginSecond();
  for (const row of lineRows) await writer.addRow(row);
  await writer.close();
  return readFileSync(path);
}

const send = (content: Buffer, repeatHandling: number) =>
  imports.send(content, {
    as: company.people.admin,
    fields: { repeatHandling, ownerUserId: company.people.admin.userId },
    name: '订单.xlsx',
  });
async function run(content: Buffer, repeatHandling: number) {
  const { admin } = company.people;
  const { data, msg } = await send(content, repeatHandling);
  expect(msg).toBe('');
  return { info: await imports.follow(data, admin), problems: await imports.lines(data, admin) };
}
const exported = async (ids: readonly number[]): Promise<Buffer> =>
  (await orders.ask('CrmFixtureOrder/batchExportExcel', { ids })).raw;

const randomLine = () => ({
  product: ['笔', '纸', '尺', '=本', '-1'][roll(5)] ?? '',
  ...(roll(2) === 0 ? { unit: '箱' } : {}),
  price: `${roll(1000)}.${roll(10)}5`,
  ...(roll(3) === 0 ? { sales_price: `${1 + roll(900)}` } : {}),
  num: `${1 + roll(9)}.${1 + roll(9)}`,
});
async function randomOrders(amount: number): Promise<Order[]> {
  const made: Order[] = [];
  for (let at = 0; at < amount; at += 1) {
    const lines = Array.from({ length: roll(6) }, randomLine);
    const rate = roll(3) === 0 && lines.length > 0 ? { discountRate: `${roll(30)}` } : {};
    const kind = ['甲', '乙', '丙'][roll(3)] ?? '';
    made.push((await orders.newOrder(lines, { title: `往返${(titles += 1)}号`, kind, ...rate })) as Order);
  }
  return made;
}

type Order = WireOrder & Readonly<Record<'title' | 'kind' | 'agreedRate', string>>;
/** What two orders have in common that come from the same sheets. */
const contentOf = ({ product, title, kind, totalPrice, discountRate, agreedRate }: Order) => ({
  title,
  kind,
  totalPrice,
  discountRate,
  agreedRate,
  product: product.map((line) => ({ ...line, lineId: 0 })),
});
async function byTitle(title: string): Promise<Order> {
  const { data } = await orders.ask('CrmFixtureOrder/queryPageList', { search: title, limit: 100 });
  const found = (data as { list: { orderId: number; title: string }[] }).list.filter((row) => row.title === title);
  expect([title, found.length]).toEqual([title, 1]);
  return (await orders.read(found[0]?.orderId ?? 0)) as Order;
}

it(`takes an export back: as it is it changes nothing, and elsewhere it makes the same documents, seed ${seed}`, async () => {
  const made = await randomOrders(12);
  const ids = made.map(({ orderId }) => orderId);
  const content = await exported(ids);
  const again = await run(content, 1);
  expect(again.problems).toEqual([]);
  expect(again.info).toMatchObject({ errSize: 0, createdSize: 0 });
  for (const order of made) expect(await orders.read(order.orderId)).toEqual(order);
  expect((await orders.ask('CrmFixtureOrder/deleteByIds', { orderIds: ids })).msg).toBe('');
  const anew = await run(content, 2);
  expect(anew.problems).toEqual([]);
  const rows = made.length + made.reduce((sum, { product }) => sum + product.length, 0);
  expect(anew.info).toMatchObject({ totalSize: rows, createdSize: rows });
  for (const order of made) expect(contentOf(await byTitle(order.title))).toEqual(contentOf(order));
});

it(`writes over documents what was changed in the sheets of their export, seed ${seed}`, async () => {
  const made = (await randomOrders(10)).filter(({ product }) => product.length > 0);
  const sheets = await sheetsOf(await exported(made.map(({ orderId }) => orderId)));
  const [lineHeadings = [], ...lines] = sheets.lines;
  const at = (heading: string) => lineHeadings.indexOf(heading);
  expect(lineHeadings.slice(0, 2)).toEqual(['title', 'product']);
  const changed = lines
    .map((row) => row.with(at('num'), roll(2) === 0 ? String(1 + roll(50)) : (row[at('num')] ?? '')))
    // the last line of the last document goes
    .slice(0, -1);
  const title = changed[0]?.[0] ?? '';
  changed.push([title, '添上的', '个', '7', '7', '3', '', '']);
  const { info, problems } = await run(await workbookOf({ ...sheets, lines: [lineHeadings, ...changed] }), 1);
  expect(problems).toEqual([]);
  expect(info).toMatchObject({ errSize: 0, createdSize: 0 });
  let compared = 0;
  for (const name of new Set(changed.map(([first = '']) => first))) {
    const rows = changed.filter(([first]) => first === name);
    const { product } = await byTitle(name);
    const seen = product.map((line) => [line['product'], Number(line['price']), Number(line['num'])]);
    const wanted = rows.map((row) => [row[at('product')], Number(row[at('price')]), Number(row[at('num')])]);
    expect(seen).toEqual(wanted);
    compared += rows.length;
  }
  expect(compared).toBe(changed.length);
});

it('names the sheet and the row of what is wrong, and takes the other documents', async () => {
  const { info, problems } = await run(
    await workbookOf({
      documents: [
        ['title', 'kind'],
        ['两表好单', '甲'],
        ['两表错单', '乙'],
      ],
      lines: [
        ['title', 'product', 'num'],
        ['两表错单', '笔', ''],
        ['两表好单', '纸', '2'],
        ['没有的单', '尺', '1'],
        ['两表错单', '尺', '1'],
      ],
    }),
    2,
  );
  expect(info).toMatchObject({ totalSize: 6, createdSize: 2, errSize: 4 });
  expect(problems.map(({ row, msg }) => [row, msg.startsWith('“明细”工作表：')])).toEqual([
    [3, false],
    [2, true],
    [4, true],
    [5, true],
  ]);
  expect(problems[0]?.msg).toContain('明细 2行');
  expect([problems[1]?.column, problems[1]?.msg]).toEqual(['num', expect.stringContaining('num')]);
  expect(problems[2]?.msg).toContain('第一张工作表没有“没有的单”');
  expect((await byTitle('两表好单')).product).toMatchObject([{ product: '纸' }]);
});

it('refuses sheets that it cannot bring together', async () => {
  const documents = [['title'], ['同名单'], ['同名单']];
  const lines = [
    ['title', 'product', 'num'],
    ['同名单', '笔', '1'],
  ];
  const messageOf = async (sheets: Sheets) => (await send(await workbookOf(sheets), 2)).msg;
  expect(await messageOf({ documents, lines })).toContain('第2行和第3行都叫“同名单”');
  const single = documents.slice(0, 2);
  expect(await messageOf({ documents: single, lines: [['title', 'product', '不明'], ...lines.slice(1)] })).toMatch(
    /^“明细”工作表：第1行第C列“不明”/,
  );
  const elsewhere = [['备注'], ['与单据无关']];
  expect(await messageOf({ documents: single, lines: elsewhere })).toContain('有多个工作表含有数据');
  const withLines = [
    ['title', 'product'],
    ['一单', '笔'],
  ];
  expect(await messageOf({ documents: withLines, lines })).toContain('有多个工作表含有数据');
});
