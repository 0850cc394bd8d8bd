import { openApplication, type ApplicationOptions } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { addTables, registerTypes } from '#server/testing/company/test-types.ts';
import type { TestType } from '#server/testing/company.ts';
import { serveHealth, servePages } from '#server/static-pages.ts';

interface TestProduct {
  readonly types?: readonly TestType[];
  readonly furtherRoutes: NonNullable<ApplicationOptions['furtherRoutes']>;
  /** Folder of its pages; by default those of the product. */
  readonly pages?: string;
}

/** Starts the product as in server/main.ts, without what a browser does not see and with what only a test has. */
export async function startTestProduct({ types = [], furtherRoutes, pages }: TestProduct): Promise<void> {
  const config = loadConfig(process.env);
  const log = openLog(config.logLevel);
  const signal = new AbortController().signal;
  const database = await startEmbedded({ dataDir: config.dataDir, log, signal, onLost: () => process.exit(1) });
  await prepareDatabase(database);
  await addTables(database, types);
  registerTypes(types);
  const application = await openApplication({
    config,
    log,
    databaseUrl: database.appUrl,
    ownerUrl: database.ownerUrl,
    clusterFolder: database.folder,
    furtherRoutes,
  });
  await seed(application.services);
  serveHealth(application.app, application.services.pool);
  await servePages(application.app, pages);
  await application.services.jobs.reclaimAll();
  await application.services.jobs.start();
  await loadDemo(application.services, config.adminPassword);
  await application.app.listen({ port: config.port, host: config.host });
  process.on('SIGTERM', () => {
    void (async () => {
      await application.close();
      await database.stop('fast');
      process.exit(0);
    })();
  });
}
