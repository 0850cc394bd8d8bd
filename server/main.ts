import { loadConfig, StartError, type Config } from '#server/platform/config.ts';
import { checkDurability } from '#server/platform/database/embedded/durability.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded/embedded-database.ts';
import { openLog, type Log } from '#server/platform/log/log.ts';
import { createFirstAdmin, hasFirstAdmin, offerSetup } from '#server/modules/auth/first-admin.ts';
import { openApplication, type Application } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { serveHealth, servePages } from '#server/static-pages.ts';

const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** The database to use: the embedded one, or the address that the environment gives. */
async function openDatabase(
  config: Config,
  log: Log,
): Promise<{ ownerUrl: string; appUrl: string; embedded: EmbeddedDatabase | null }> {
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log, onLost: (reason) => end(reason) });
    return { ownerUrl: embedded.ownerUrl, appUrl: embedded.appUrl, embedded };
  }
  await withClient(config.databaseUrl, checkDurability);
  return { ownerUrl: config.migrationDatabaseUrl ?? config.databaseUrl, appUrl: config.databaseUrl, embedded: null };
}

function end(reason: unknown): never {
  process.stderr.write(
    `${reason instanceof StartError ? reason.message : String(reason instanceof Error ? (reason.stack ?? reason.message) : reason)}\n`,
  );
  process.exit(1);
}

/**
 * The first administrator, and with the embedded database a demo company to look at (design §2). Before the door opens:
 * nobody sees half a company. Answers what to print once the address is known.
 */
async function firstVisit(application: Application, config: Config): Promise<(url: string) => void> {
  const { db } = application.services.pool;
  if (await hasFirstAdmin(db)) return () => undefined;
  if (config.demoData) {
    const people = await loadDemo(application.services, config.adminPassword);
    return () => {
      say('\n  演示公司已就绪 · The demo company is ready:');
      for (const { username, password, note } of people) say(`    ${username}  ${password}  ${note}`);
    };
  }
  if (config.adminPassword !== undefined) {
    await createFirstAdmin(db, { password: config.adminPassword });
    return () => undefined;
  }
  const token = await offerSetup(db);
  return (url) => token !== null && say(`\n  ${url}/setup#${token}`);
}

async function start(): Promise<void> {
  const config = loadConfig(process.env);
  const log = openLog(config.logLevel);
  const database = await openDatabase(config, log);
  await prepareDatabase(database);
  const application = await openApplication({ config, log, databaseUrl: database.appUrl });
  await seed(application.services);
  serveHealth(application.app, application.services.pool);
  await servePages(application.app);
  if (database.embedded) await application.services.jobs.reclaimAll();
  await application.services.jobs.start();
  const tell = await firstVisit(application, config);
  const address = await application.app.listen({ port: config.port, host: config.host });
  const url = config.publicUrl ?? address;
  tell(url);
  say(`\n  简业 Jianye  ${url}\n`);

  let stopping = false;
  const stop = async () => {
    if (stopping) return;
    stopping = true;
    await application.close();
    await database.embedded?.stop('fast');
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void stop().catch(end));
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));
}

start().catch(end);
