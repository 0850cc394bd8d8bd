import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { benchExport, benchImport } from './sheets.ts';
const folder = mkdtempSync(join(tmpdir(), 'jianye-bench-'));
const log = openLog('silent');
const database = await startEmbedded({ dataDir: folder, log, ballastBytes: 0 });
await prepareDatabase(database);
const application = await openApplication({ config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }), log, databaseUrl: database.appUrl, rateFactor: 1e6 });
try {
  await seed(application.services);
  await createFirstAdmin(application.services.pool.db, { password: 'Bench-7412-company' });
  const rows = Number(process.argv[2] ?? 20000);
  const rounds = Number(process.argv[3] ?? 2);
  console.log('import', await benchImport({ application, ownerUrl: database.ownerUrl, folder, rows, rounds }));
  console.log('export', await benchExport({ application, ownerUrl: database.ownerUrl, folder, rows, rounds }));
} finally {
  await application.close(); await database.stop('fast'); rmSync(folder, { recursive: true, force: true });
}
