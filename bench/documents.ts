import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { addTables, registerTypes, routesOfTypes } from '#server/testing/company/test-types.ts';
import { documentType, documentTypes } from '#server/testing/fixtures/document.ts';
import { fixtureChild } from '#server/testing/fixtures/types.ts';
import { benchDocumentImport } from './document-sheets.ts';
import { compare, endCalls, type Target } from './load.ts';
import { openReport } from './report.ts';

// The cost of documents with lines compared to records without: npm run bench -- documents. Runs when imported.

const rows = Number(process.argv[3] ?? 300_000);
const linesEach = 3;
/** Documents of a sheet, and rows of each. */
const sheet = { documents: Math.min(20_000, rows), lines: 5 } as const;
const folder = mkdtempSync(join(tmpdir(), 'jianye-bench-'));
const log = openLog('silent');
const database = await startEmbedded({ dataDir: folder, log, ballastBytes: 0 });
await prepareDatabase(database);
await addTables(database, documentTypes);
registerTypes(documentTypes);
const application = await openApplication({
  config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }),
  log,
  databaseUrl: database.appUrl,
  rateFactor: 1e6,
  furtherRoutes: routesOfTypes(documentTypes),
});
const report = openReport(
  `Node ${process.version}, PostgreSQL ${database.serverVersion}; a document has ${linesEach} lines. Medians of alternating rounds of one run, four callers.`,
);
try {
  await measure();
  writeFileSync(fileURLToPath(new URL('./document-results.md', import.meta.url)), report.text());
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  process.exitCode = 1;
} finally {
  endCalls();
  await application.close();
  await database.stop('fast');
  rmSync(folder, { recursive: true, force: true });
}

/** As many documents as records without lines, money, numbers and states. */
async function seedRows(): Promise<void> {
  await withClient(database.ownerUrl, async (client) => {
    await client.query(
      `insert into fixture_child (title, owner_user_id, create_user_id, batch_id, create_time, update_time)
       select '记录' || n, 3, 3, gen_random_uuid()::text, now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series(1, $1::int) as n`,
      [rows],
    );
    await client.query(
      `insert into fixture_document (title, num, status, total_price, discount_rate, agreed_rate, tax,
         owner_user_id, create_user_id, batch_id, create_time, update_time)
       select '文档' || n, 'HT-202501-' || lpad(n::text, 6, '0'), n % 4, 300 + n % 1000, 0, 0, round((300 + n % 1000) * 0.13, 2),
         3, 3, gen_random_uuid()::text, now() - n * interval '1 second', now() - n * interval '1 second'
       from generate_series(1, $1::int) as n`,
      [rows],
    );
    await client.query(
      `insert into fixture_document_line (document_id, place, since, product, price, sales_price, num, discount, subtotal)
       select document_id, place, 1, '货品' || document_id % 997, 100, 100, 1, 0, 100
       from fixture_document, generate_series(0, $1::int) as place`,
      [linesEach - 1],
    );
    await client.query('vacuum analyze fixture_child, fixture_document, fixture_document_line, record_count');
  });
}

async function measure(): Promise<void> {
  const { db } = application.services.pool;
  await seed(application.services);
  await createFirstAdmin(db, { password: 'Bench-7412-company' });
  await seedRows();
  const { accessToken: token } = await startLogin(db, {
    userId: 3,
    client: 1,
    userAgent: 'bench',
    address: '127.0.0.1',
  });
  const port = Number(new URL(await application.app.listen({ port: 0, host: '127.0.0.1' })).port);
  const list = (family: string): Target => ({
    port,
    path: `/${family}/queryPageList`,
    token,
    body: JSON.stringify({ page: 1, limit: 15 }),
  });
  const lists = await compare({ plain: list(fixtureChild.type.family), documents: list(documentType.family) });
  report.atMost('list of documents, p50', rows, lists.documents.p50 / lists.plain.p50, {
    than: 'that of records without lines',
    limit: 1.3,
  });

  let saved = 0;
  const save = (lines: number): Target => ({
    port,
    path: `/${documentType.family}/addOrUpdate`,
    token,
    body: () =>
      JSON.stringify({
        entity: { title: `新文档${(saved += 1)}` },
        field: [],
        product: Array.from({ length: lines }, (_, at) => ({ product: `货品${at}`, price: '12.50', num: '3' })),
      }),
  });
  const saves = await compare({ one: save(1), fifty: save(50) });
  report.atMost('save of a document with 50 lines, p50', rows, saves.fifty.p50 / saves.one.p50, {
    than: 'one with 1 line',
    limit: 2,
  });

  const { ratio } = await benchDocumentImport({ application, ownerUrl: database.ownerUrl, folder, ...sheet });
  report.atMost('import of documents', sheet.documents * sheet.lines, ratio, {
    than: 'reading the sheet and COPY into the same tables',
    limit: 2.5,
  });
}
