import { setTimeout as sleep } from 'node:timers/promises';
import { loadConfig, type Config } from '#server/platform/config.ts';
import { checkDurability } from '#server/platform/database/embedded/durability.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded/embedded-database.ts';
import { openStartingDoor, type StartingDoor } from '#server/platform/http/starting-door.ts';
import { openLog, type Log } from '#server/platform/log/log.ts';
import { createFirstAdmin, hasFirstAdmin, offerSetup } from '#server/modules/auth/first-admin.ts';
import { openApplication, type Application } from '#server/app.ts';
import { loadDemo } from '#server/demo/load-demo.ts';
import { reportCollisions } from '#server/record/fields/report-collisions.ts';
import { databaseFailure, describeFailure, listenFailure, requireFolder } from '#server/start-failures.ts';
import { prepareDatabase, seed } from '#server/start-up.ts';
import { serveHealth, servePages } from '#server/static-pages.ts';
import { AppError } from '#shared/wire/error-codes.ts';

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
  await withClient(config.databaseUrl, checkDurability).catch((error: unknown) => {
    throw databaseFailure(error, config.databaseUrl ?? '');
  });
  return { ownerUrl: config.migrationDatabaseUrl ?? config.databaseUrl, appUrl: config.databaseUrl, embedded: null };
}

function end(reason: unknown): never {
  const { line, code } = describeFailure(reason);
  process.stderr.write(`${line}\n`);
  process.exit(code);
}

/**
 * The first administrator, and with the embedded database a demo company to look at (R2.1). Called when the port is
 * open and calls are still answered with 503: nobody sees half a company, and no start that fails before leaves one.
 * Reports the logins as soon as they are committed (docs/decisions/first-logins.md).
 */
async function firstVisit(application: Application, config: Config, url: string): Promise<void> {
  const { db } = application.services.pool;
  if (await hasFirstAdmin(db)) return;
  if (config.demoData) {
    const people = await loadDemo(application.services, config.adminPassword);
    if (people.length === 0) return;
    say('\n  演示公司已就绪 · The demo company is ready:');
    for (const { username, password, note } of people) say(`    ${username}  ${password}  ${note}`);
    return;
  }
  if (config.adminPassword !== undefined) {
    await createFirstAdmin(db, { password: config.adminPassword });
    return;
  }
  const token = await offerSetup(db);
  if (token !== null) say(`\n  ${url}/setup#${token}`);
}

/** Listens, and answers calls with 503 until `open` is called if there is no company yet; else there is no `open`. */
async function listen({ app, services }: Application, { host }: Config, door: StartingDoor) {
  const hasCompany = await hasFirstAdmin(services.pool.db);
  let isOpen = hasCompany;
  app.addHook('onRequest', async () => {
    if (!isOpen) throw new AppError('http.unavailable');
  });
  await app.ready();
  await door.close();
  const address = await app.listen({ port: door.port, host }).catch((error: unknown) => {
    throw listenFailure(error, host, door.port);
  });
  return { address, open: hasCompany ? null : () => void (isOpen = true) };
}

/** What has been started, to be ended in the opposite order. */
interface Started {
  door?: StartingDoor;
  database?: Awaited<ReturnType<typeof openDatabase>>;
  application?: Application;
}

/** Fills `started` on the way, so that a signal can end what is there by then. */
async function start(config: Config, log: Log, started: Started, signal: AbortSignal): Promise<void> {
  requireFolder(config.dataDir);
  const door = (started.door = await openStartingDoor(config.port, config.host).catch((error: unknown) => {
    throw listenFailure(error, config.host, config.port);
  }));
  // other processes may be answering: a proxy passes over a port that is closed, and not over 503
  if (config.databaseUrl !== undefined) await door.close();
  const database = (started.database = await openDatabase(config, log, signal));
  signal.throwIfAborted();
  await prepareDatabase(database).catch((error: unknown) => {
    throw config.databaseUrl === undefined ? error : databaseFailure(error, config.databaseUrl);
  });
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
  await reportCollisions(application.services.pool.db, log);
  serveHealth(application.app, application.services.pool);
  await servePages(application.app);
  signal.throwIfAborted();
  if (embedded) await application.services.jobs.reclaimAll();
  await application.services.jobs.start();
  signal.throwIfAborted();
  // whoever is served no longer depends on a step of the start: a database that is lost now comes back under him
  const { address, open } = await listen(application, config, door);
  const url = config.publicUrl ?? address;
  if (open) {
    signal.throwIfAborted();
    await firstVisit(application, config, url);
    signal.throwIfAborted();
    open();
  }
  say(`\n  简业 Jianye  ${url}\n`);
}

async function stop({ door, application, database }: Started): Promise<void> {
  await door?.close();
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
