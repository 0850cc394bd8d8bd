import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { entriesOf } from '#server/modules/admin/archive/testing.ts';
import { tokenFor } from '#server/testing/company.ts';
import { openPattern, type DataFolder } from '#server/testing/data-folder.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import type { ArchiveRow } from '#shared/admin/archive/archive-calls.ts';

const entries = 150_000;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
let token: string;
const start = async () => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};
beforeAll(async () => {
  folder = (await openPattern()).copy();
  port = await freePort();
  await start();
  token = await folder.asOwner(async (db) => {
    await sql`
      insert into audit (user_id, what, subject, result, address)
      select 3, 'filling', 'entry ' || n, 'done', '' from generate_series(1, ${entries}) as n`.execute(db);
    return tokenFor(db, 3);
  });
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
});

const archives = async (): Promise<ArchiveRow[]> => {
  const answer = await callProduct(product.url, 'system/archive/queryArchiveList', {}, { token });
  return (answer.data as { list: ArchiveRow[] }).list;
};
const until = async (isSo: (row: ArchiveRow) => boolean): Promise<ArchiveRow> => {
  for (;;) {
    const [row] = await archives();
    if (row && isSo(row)) return row;
    await sleep(20);
  }
};

it('an archive whose product is killed again and again is begun anew, and whole', async () => {
  expect((await callProduct(product.url, 'system/archive/addArchive', {}, { token })).code).toBe(0);
  for (let round = 0; round < 2; round += 1) {
    await until(({ state, done }) => state === 'running' && done > 0);
    await product.end('SIGKILL');
    expect(readdirSync(join(folder.dataDir, 'archives')).some((name) => name.endsWith('.unfinished'))).toBe(true);
    await folder.asOwner((db) => sql`update company_archive set done = 0`.execute(db));
    await start();
  }
  const row = await until(({ state }) => state === 'done' || state === 'failed');
  expect(row).toMatchObject({ state: 'done', missing: 0, isThere: 1 });
  const [name = '', ...more] = readdirSync(join(folder.dataDir, 'archives'));
  expect(more).toEqual([]);
  const zip = readFileSync(join(folder.dataDir, 'archives', name));
  expect(zip.length).toBe(row.bytes);
  const content = await entriesOf(zip);
  const sheet = (await entriesOf(content.get('公司/审计日志.xlsx') ?? Buffer.from(''))).get('xl/worksheets/sheet1.xml');
  expect(sheet?.toString().split('<row ').length).toBeGreaterThan(entries);
}, 240_000);
