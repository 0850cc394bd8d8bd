import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import '#server/record/import/tables.ts';
import { openWorkbookWriter } from '#server/platform/sheets/workbook-writer.ts';
import { runImport } from '#server/record/import/run.ts';
import { undoImport } from '#server/record/import/undo.ts';
import { openCompany, type Company, type Person } from '#server/testing/company.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { openOrders } from '#server/testing/orders.ts';
import { withLevels } from '#server/testing/role-rights.ts';
import { fieldLevel } from '#shared/admin/field-level.ts';

// Imports of documents with their lines on a second sheet, that are interrupted, meet each other or are taken back meanwhile.

const folder = mkdtempSync(join(tmpdir(), 'jianye-races-'));
let company: Company;
let orders: ReturnType<typeof openOrders>;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  orders = openOrders(company);
  imports = openImports(company, fixtureOrder);
});
afterAll(async () => {
  imports.close();
  await company.close();
  rmSync(folder, { recursive: true, force: true });
});

type Rows = readonly (readonly string[])[];
let files = 0;
async function workbook(documents: Rows, lines: Rows): Promise<Buffer> {
  const path = join(folder, `${(files += 1)}.xlsx`);
  const columns = (headers: readonly string[]) => headers.map((header) => ({ header, kind: 'text' as const }));
  const second = { sheetName: '明细', columns: columns(['title', 'product', 'sales_price', 'num']) };
  const writer = openWorkbookWriter({ path, columns: columns(['title(*)', 'kind']), second });
  for (const row of documents) await writer.addRow(row);
  await writer.beginSecond();
  for (const row of lines) await writer.addRow(row);
  await writer.close();
  return readFileSync(path);
}
async function send(content: Buffer, repeatHandling: number, as: Person): Promise<number> {
  const { data, msg } = await imports.send(content, { as, fields: { repeatHandling, ownerUserId: as.userId } });
  expect(msg).toBe('');
  return data as number;
}
/** As its job does it: once more where others have held the records for too long. */
async function patiently(work: () => Promise<unknown>): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await work();
      return;
    } catch (error) {
      if (tries === 9 || !String(error).includes('lock timeout')) throw error;
    }
  }
}
const run = (importId: number, signal = new AbortController().signal) =>
  patiently(() => runImport(company.services, importId, { signal }));
async function undo(importId: number, as: Person): Promise<void> {
  expect((await company.call('system/message/undoImport', { messageId: importId }, { as })).msg).toBe('');
  await patiently(() => undoImport(company.services, importId, { signal: new AbortController().signal }));
}
const task = (importId: number) =>
  company.db.selectFrom('import_task').selectAll().where('import_id', '=', importId).executeTakeFirstOrThrow();
/** All live documents whose title begins so, with their lines. */
async function documents(title: string): Promise<unknown[]> {
  const { rows } = await sql`
    select o.title, o.kind, o.total_price, (
      select jsonb_agg(jsonb_build_array(l.product, l.sales_price, l.num) order by l.place) from fixture_order_line l
      where l.order_id = o.order_id) as lines
    from fixture_order o where o.title like ${`${title}%`} and o.deleted_at is null order by o.title`.execute(
    company.db,
  );
  return rows;
}
const many = (name: string, count: number, price: string): [Rows, Rows] => [
  Array.from({ length: count }, (_, at) => [`${name}${at}`, '甲']),
  Array.from({ length: 3 * count }, (_, at) => [
    `${name}${Math.floor(at / 3)}`,
    `货${at % 3}`,
    price,
    `${(at % 3) + 1}`,
  ]),
];

it('writes each document once though it is broken off after every chunk, and takes all of it back', async () => {
  const { admin } = company.people;
  const importId = await send(await workbook(...many('断', 1200, '2')), 2, admin);
  let broken = 0;
  for (let round = 0; round < 9 && (await task(importId)).status !== 'done'; round += 1) {
    const stop = new AbortController();
    const { next_row: before } = await task(importId);
    const watch = setInterval(() => void task(importId).then((now) => now.next_row > before && stop.abort()), 5);
    await run(importId, stop.signal).catch(() => (broken += 1));
    clearInterval(watch);
  }
  expect(await task(importId)).toMatchObject({ status: 'done', created_rows: 4800, failed_rows: 0 });
  expect(broken).toBeGreaterThan(0);
  const written = (await documents('断')) as { lines: unknown[]; total_price: string }[];
  expect(written).toHaveLength(1200);
  expect(written.filter(({ lines, total_price: total }) => lines.length !== 3 || Number(total) !== 12)).toEqual([]);
  await undo(importId, admin);
  expect(await documents('断')).toEqual([]);
});

it('leaves every document as one of two imports wrote it, and an undo beside the second what that has written', async () => {
  const { admin } = company.people;
  await run(await send(await workbook(...many('争', 520, '1')), 2, admin));
  const [one, other] = [
    await send(await workbook(...many('争', 520, '5')), 1, admin),
    await send(await workbook(...many('争', 520, '7')), 1, admin),
  ];
  await Promise.all([run(one), run(other)]);
  const after = (await documents('争')) as { total_price: string; lines: [string, number, number][] }[];
  expect(new Set(after.map(({ lines }) => new Set(lines.map(([, price]) => price)).size))).toEqual(new Set([1]));
  expect(after.filter(({ total_price: total, lines }) => Number(total) !== 6 * Number(lines[0]?.[1]))).toEqual([]);
  for (const id of [one, other]) expect(await task(id)).toMatchObject({ status: 'done', updated_rows: 2080 });
  const third = await send(await workbook(...many('争', 520, '9')), 1, admin);
  await Promise.all([undo(other, admin), run(third)]);
  const last = (await documents('争')) as { total_price: string; lines: [string, number, number][] }[];
  expect(last.filter(({ total_price: total, lines }) => Number(total) !== 6 * Number(lines[0]?.[1]))).toEqual([]);
  expect(new Set(last.map(({ lines }) => Number(lines[0]?.[1])))).toEqual(new Set([9]));
});

it('touches nothing of others, whatever its sheets name', async () => {
  const { seller, stranger } = company.people;
  await orders.newOrder([{ product: '钢笔', salesPrice: '3', num: '1' }], { title: '我的单' }, seller);
  await orders.newOrder([{ product: '钢笔', salesPrice: '3', num: '1' }], { title: '别人的单' }, stranger);
  const sheet = await workbook(
    [
      ['我的单', '乙'],
      ['别人的单', '乙'],
      ['=1+1', '甲'],
      ['@SUM(A1)', '甲'],
    ],
    [
      ['别人的单', '偷', '1', '1'],
      ['不在的单', '偷', '1', '1'],
      ['=1+1', '=HYPERLINK("x")', '1', '1'],
      ['@SUM(A1)', '+1', '1', '1'],
    ],
  );
  const importId = await send(sheet, 1, seller);
  await run(importId);
  expect(await documents('别人的单')).toMatchObject([{ kind: null, lines: [['钢笔', 3, 1]] }]);
  expect(await documents('不在的单')).toEqual([]);
  expect(await documents('我的单')).toMatchObject([{ kind: '乙', lines: [['钢笔', 3, 1]] }]);
  expect((await imports.lines(importId, seller)).map(({ msg }) => msg)).toEqual([
    '数据无覆盖权限',
    '“明细”工作表：同一单据的第3行有误，整单未导入',
    '“明细”工作表：第一张工作表没有“不在的单”',
  ]);
  expect(await documents('=')).toMatchObject([{ title: '=1+1', lines: [['=HYPERLINK("x")', 1, 1]] }]);
  expect(await documents('@')).toMatchObject([{ lines: [['+1', 1, 1]] }]);
});

it('does not give lines back by who may not write a field of them any more', async () => {
  const { seller } = company.people;
  await orders.newOrder([{ product: '钢笔', salesPrice: '3', num: '1' }], { title: '收回单' }, seller);
  for (const level of [fieldLevel.masked, fieldLevel.hidden, fieldLevel.readOnly]) {
    const importId = await send(
      await workbook([['收回单', '甲']], [['收回单', '墨水', `${10 + level}`, '1']]),
      1,
      seller,
    );
    await run(importId);
    await withLevels(company, 11, 931, { sales_price: level }, () => undo(importId, seller));
    expect(await documents('收回单')).toMatchObject([{ lines: [['墨水', 10 + level, 1]] }]);
    expect(await task(importId)).toMatchObject({ kept_rows: 2 });
  }
});
