import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openApplication, type Application } from '#server/app.ts';
import { createFirstAdmin } from '#server/modules/auth/first-admin.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { startLogin } from '#server/platform/session/logins.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { servePages } from '#server/static-pages.ts';
import { endCalls, type Target } from './load.ts';
import { seedStaff } from './seed.ts';

/** A company of 1,000 people that answers on a port of this machine, with nothing in it yet. */
export interface BenchCompany {
  readonly application: Application;
  /** Address of the database as its owner. */
  readonly ownerUrl: string;
  readonly url: string;
  /** A call as this person. */
  readonly target: (userId: number, path: string, body?: object) => Promise<Target>;
}

export const benchPassword = 'Bench-7412-company';

/** Runs with a company of its own, whose data are gone afterwards. */
export async function inCompany(work: (company: BenchCompany) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'jianye-bench-'));
  const log = openLog('silent');
  const database = await startEmbedded({ dataDir: folder, log, ballastBytes: 0 });
  await prepareDatabase(database);
  const application = await openApplication({
    config: loadConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent' }),
    log,
    databaseUrl: database.appUrl,
    rateFactor: 1e6,
  });
  try {
    const { db } = application.services.pool;
    await seed(application.services);
    await createFirstAdmin(db, { password: benchPassword });
    await seedStaff(db);
    await servePages(application.app);
    const url = await application.app.listen({ port: 0, host: '127.0.0.1' });
    const port = Number(new URL(url).port);
    const tokens = new Map<number, Promise<string>>();
    const tokenOf = async (userId: number) =>
      (await startLogin(db, { userId, client: 1, userAgent: 'bench', address: '127.0.0.1' })).accessToken;
    const target: BenchCompany['target'] = async (userId, path, body = {}) => {
      const token = tokens.get(userId) ?? tokenOf(userId);
      tokens.set(userId, token);
      return { port, path: `/${path}`, token: await token, body: JSON.stringify(body) };
    };
    await work({ application, ownerUrl: database.ownerUrl, url, target });
  } finally {
    endCalls();
    await application.close();
    await database.stop('fast');
    rmSync(folder, { recursive: true, force: true });
  }
}
