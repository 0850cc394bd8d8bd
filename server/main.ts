import { setTimeout as sleep } from 'node:timers/promises';
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

/** Milliseconds from the signal to the end, whatever is still under way (security D15: 20 s). */
const longestStop = 19_000;

/** The database to use: the embedded one, or the address that the environment gives. */
async function openDatabase(
  config: Config,
  log: Log,
  signal: AbortSignal,
): Promise<{ ownerUrl: string; appUrl: string; embedded: EmbeddedDatabase | null }> {
  if (config.databaseUrl === undefined) {
    const embedded = await startEmbedded({ dataDir: config.dataDir, log, signal, onLost: (reason) => end(reason) });
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
 * The first administrator, and with the embedded database a demo company to look at (R2.1). Before the door opens:
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

/** What has been started, to be ended in the opposite order. */
interface Started {
  database?: Awaited<ReturnType<typeof openDatabase>>;
  application?: Application;
}

/** Fills `started` on the way, so that a signal can end what is there by then. */
async function start(config: Config, log: Log, started: Started, signal: AbortSignal): Promise<void> {
  const database = (started.database = await openDatabase(config, log, signal));
  signal.throwIfAborted();
  await prepareDatabase(database);
  signal.throwIfAborted();
  const { ownerUrl, appUrl, embedded } = database;
  const application = (started.application = await openApplication({
    config,
    log,
    databaseUrl: appUrl,
    ownerUrl,
    ...(embedded ? { clusterFolder: embedded.folder } : {}),
  }));
  await seed(application.services);
  serveHealth(application.app, application.services.pool);
  await servePages(application.app);
  signal.throwIfAborted();
  if (embedded) await application.services.jobs.reclaimAll();
  await application.services.jobs.start();
  signal.throwIfAborted();
  const tell = await firstVisit(application, config);
  signal.throwIfAborted();
  const address = await application.app.listen({ port: config.port, host: config.host });
  const url = config.publicUrl ?? address;
  tell(url);
  say(`\n  简业 Jianye  ${url}\n`);
}

async function stop({ application, database }: Started): Promise<void> {
  await application?.close();
  await database?.embedded?.stop('fast');
}

async function main(): Promise<void> {
  const config = loadConfig(process.env);
  const log = openLog(config.logLevel);
  // a full disk behind them must not end the process (security D10)
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
  process.on('unhandledRejection', (reason) => log.error({ err: reason }, 'unhandled rejection'));

  const started: Started = {};
  const ending = new AbortController();
  let starting = Promise.resolve();
  const leave = async () => {
    ending.abort();
    // a long migration ends with its database and is rolled back; other steps are short and come to their end
    if (!started.application) await started.database?.embedded?.stop('fast');
    await starting.catch(() => undefined);
    // what was just being opened may miss the database that has stopped below it
    await stop(started).catch((problem: unknown) => log.info({ err: problem }, 'stopped on the way up'));
    process.exit(0);
  };
  const leaveInTime = () => {
    if (ending.signal.aborted) return;
    leave().catch(end);
    void sleep(longestStop).then(() => {
      log.warn({}, 'the stop took too long: what was still under way is cut off');
      process.exit(0);
    });
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, leaveInTime);

  try {
    starting = start(config, log, started, ending.signal);
    await starting;
  } catch (error) {
    if (ending.signal.aborted) return;
    await stop(started).catch((problem: unknown) => log.warn({ err: problem }, 'not everything was stopped'));
    end(error);
  }
}

main().catch(end);
