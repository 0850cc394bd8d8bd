import { monitorEventLoopDelay } from 'node:perf_hooks';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { writeChunk } from '#server/record/import/chunk.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { sheetColumns } from '#server/record/import/columns.ts';
import { groupingOf, readDocument } from '#server/record/lines/sheet-documents.ts';
import type { SheetRow } from '#server/platform/sheets/cell.ts';
import { openCompany, type Company } from '#server/testing/company.ts';
import { openImports, type Imports } from '#server/testing/imports.ts';
import { fixtureOrder } from '#server/testing/fixtures/order.ts';

let company: Company;
let imports: Imports;
beforeAll(async () => {
  company = await openCompany({ types: [fixtureOrder] });
  imports = openImports(company, fixtureOrder);
});
afterAll(async () => {
  imports.close();
  await company.close();
});

it('refuses a document of a whole sheet without the others waiting for it, in work that grows with its rows', async () => {
  const { db } = company;
  const { type } = fixtureOrder;
  const actor = await company.services.gate.actorFor(db, company.people.admin.userId);
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const names = ['title', 'kind', 'lines.product', 'lines.price', 'lines.num', 'lines.sales_price'];
  const columns = sheetColumns(type, fields, lines);
  const mapping = new Map(
    names.flatMap((name, at) => columns.filter((one) => one.name === name).map((one) => [at, one] as const)),
  );
  const grouping = groupingOf(lines, mapping);
  if (!grouping) throw new Error('no columns of lines');
  const lookup = { userIds: () => [], deptIds: () => [], recordIds: () => [] };
  const sheet = await imports.workbook([['大单', '钢笔', '1']], { headers: ['title', 'product', 'num'] });
  /** The work of the processor for a document of so many rows, in milliseconds: others that use it as well count for nothing. */
  const work = async (count: number): Promise<number> => {
    const rows = Array.from({ length: count }, (_, at): SheetRow => ({
      row: at + 2,
      cells: [at === 0 ? '大单' : '', at === 0 ? '甲' : '乙', '钢笔', '不是价', '不是数', '也不是'],
    }));
    const { data } = await imports.send(sheet, { as: company.people.admin });
    const importId = Number(data);
    const settings = { importId, type, fields, repeatHandling: 2, ownerUserId: actor.userId };
    const before = process.cpuUsage();
    const read = readDocument(rows, { type, fields, mapping, lookup }, grouping);
    const counts = await db.transaction().execute((trx) => writeChunk(trx, actor, settings, [read]));
    const { user } = process.cpuUsage(before);
    expect(counts).toMatchObject({ failed: count });
    return user / 1000;
  };
  await work(2000);
  const small = await work(10_000);
  // each row with each other takes ten seconds and more, twenty times what the small one takes
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const large = await work(60_000);
  delay.disable();
  expect(large / small).toBeLessThan(12);
  expect(delay.max / 1e6).toBeLessThan(3000);
});
