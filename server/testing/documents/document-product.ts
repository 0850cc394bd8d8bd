import { openApplication } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { addTables, registerTypes, routesOfTypes } from '#server/testing/company/test-types.ts';
import { serveHealth } from '#server/static-pages.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';

// The product with the fixture document, as a process that tests kill. It ends when its database does.
const config = loadConfig(process.env);
const log = openLog(config.logLevel);
const database = await startEmbedded({ dataDir: config.dataDir, log, ballastBytes: 0, onLost: () => process.exit(1) });
await prepareDatabase(database);
await addTables(database, documentTypes);
registerTypes(documentTypes);
const application = await openApplication({
  config,
  log,
  databaseUrl: database.appUrl,
  ownerUrl: database.ownerUrl,
  rateFactor: 1000,
  furtherRoutes: routesOfTypes(documentTypes),
});
await seed(application.services);
serveHealth(application.app, application.services.pool);
await application.app.listen({ port: config.port, host: config.host });
