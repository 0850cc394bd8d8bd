import { openApplication } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { registerRecordType } from '#server/record/registry.ts';
import { typeRoutes } from '#server/record/type-routes.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { serveHealth } from '#server/static-pages.ts';
import { documentTypes } from '#server/testing/fixtures/document.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

// The product with the fixture document, as a process that tests kill. It ends when its database does.
const config = loadConfig(process.env);
const log = openLog(config.logLevel);
const database = await startEmbedded({ dataDir: config.dataDir, log, ballastBytes: 0, onLost: () => process.exit(1) });
await prepareDatabase(database);
await withClient(database.ownerUrl, async (client) => {
  for (const { type, migration } of documentTypes) {
    const { rows } = await client.query('select to_regclass($1) as found', [type.table]);
    if (rows[0]?.found === null) await client.query(migration);
  }
});
// once more, for the rights of the application's role to the new tables
await prepareDatabase(database);
for (const { type, rules } of documentTypes) registerRecordType(type, rules);
const application = await openApplication({
  config,
  log,
  databaseUrl: database.appUrl,
  ownerUrl: database.ownerUrl,
  rateFactor: 1000,
  furtherRoutes: (services) => documentTypes.flatMap(({ type }) => typeRoutes(services, type, typeCalls(type))),
});
await seed(application.services);
serveHealth(application.app, application.services.pool);
await application.app.listen({ port: config.port, host: config.host });
