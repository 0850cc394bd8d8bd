import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApplication } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { ballastFile } from '#server/platform/database/embedded/ballast.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { hireSellers } from '#server/testing/sellers.ts';

const people = 8;

/** Fills `dataDir` with a company of salespeople, as a stopped product leaves it. */
export async function makePattern(
  dataDir: string,
): Promise<{ readonly tokens: readonly string[]; readonly userIds: readonly number[] }> {
  const log = openLog('silent');
  const database = await startEmbedded({ dataDir, log, ballastBytes: 0 });
  try {
    await prepareDatabase(database);
    const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const application = await openApplication({ config, log, databaseUrl: database.appUrl });
    try {
      await seed(application.services);
      await createFirstAdmin(application.services.pool.db, { password: 'Jy-Test-7412-pass' });
      const sellers = await hireSellers(application.services.pool.db, people);
      return { tokens: sellers.map(({ token }) => token), userIds: sellers.map(({ userId }) => userId) };
    } finally {
      await application.close();
    }
  } finally {
    await database.stop('fast');
    // an empty file in the place of the ballast, so that no start fills it
    writeFileSync(ballastFile(join(dataDir, 'database', 'cluster')), '');
  }
}
