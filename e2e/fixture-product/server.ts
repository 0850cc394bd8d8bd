import { openApplication } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { addTables, registerTypes, routesOfTypes } from '#server/testing/company/test-types.ts';
import { serveHealth, servePages } from '#server/static-pages.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fixturePages, fixtureTypes, fixtureWords } from './fixtures.ts';

// The product with test-only record types: started as in server/main.ts, without what a browser does not see.
const config = loadConfig(process.env);
const log = openLog(config.logLevel);
const signal = new AbortController().signal;
const database = await startEmbedded({ dataDir: config.dataDir, log, signal, onLost: () => process.exit(1) });

Object.assign(cn, fixtureWords.cn);
Object.assign(en, fixtureWords.en);
await prepareDatabase(database);
await addTables(database, fixtureTypes);
registerTypes(fixtureTypes);

const application = await openApplication({
  config,
  log,
  databaseUrl: database.appUrl,
  ownerUrl: database.ownerUrl,
  clusterFolder: database.folder,
  furtherRoutes: routesOfTypes(fixtureTypes),
});
await seed(application.services);
serveHealth(application.app, application.services.pool);
await servePages(application.app, fixturePages);
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
