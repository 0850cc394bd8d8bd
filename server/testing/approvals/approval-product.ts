import { sql } from 'kysely';
import { openApplication } from '#server/app.ts';
import { registerApprovals } from '#server/approval/subjects.ts';
import { loadConfig } from '#server/platform/config.ts';
import { startEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { serveHealth } from '#server/static-pages.ts';
import { addTables, registerTypes, routesOfTypes } from '#server/testing/company/test-types.ts';
import { approvedSubject, fixtureApproved } from '#server/testing/fixtures/approved.ts';
import { submitRoutes } from './submit-route.ts';

// The product with a document that is approved, as a process that tests kill. It ends when its database does.
const types = [fixtureApproved];
const config = loadConfig(process.env);
const log = openLog(config.logLevel);
const database = await startEmbedded({ dataDir: config.dataDir, log, ballastBytes: 0, onLost: () => process.exit(1) });
await prepareDatabase(database);
await addTables(database, types);
registerTypes(types);
registerApprovals(approvedSubject);
const application = await openApplication({
  config,
  log,
  databaseUrl: database.appUrl,
  ownerUrl: database.ownerUrl,
  rateFactor: 1000,
  furtherRoutes: (services) => [...routesOfTypes(types)(services), ...submitRoutes()],
});
await seed(application.services);
await sql`
  insert into approval_flow (category_type, examine_type, name) select ${approvedSubject.categoryType}, 2, '授权审批'
  where not exists (select from approval_flow where category_type = ${approvedSubject.categoryType})`.execute(
  application.services.pool.db,
);
serveHealth(application.app, application.services.pool);
await application.app.listen({ port: config.port, host: config.host });
