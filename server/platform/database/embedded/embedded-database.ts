import { existsSync, realpathSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import { ballastSize, keepBallast } from './ballast.ts';
import { findBinaries } from './binaries.ts';
import { readClusterFiles } from './cluster-files.ts';
import { connect, errorCode, withClient } from './connection.ts';
import { checkDurability } from './durability.ts';
import { hostingOf, type HostingKind } from './hosting.ts';
import { initialise, isRunning } from './initialise.ts';
import { isAlive, readPostmaster } from './postmaster.ts';
import { databaseUrls, ensureDatabase, mainDatabase, provision, type DatabaseUrls } from './provision.ts';
import { bringUp, lockName, shutDown, type Cluster, type EmbeddedLog, type Running } from './server-process.ts';
import { supervise } from './supervisor.ts';

export interface EmbeddedOptions {
  /** Absolute. Created if missing. */
  dataDir: string;
  log: EmbeddedLog;
  /** The server has died; the supervisor restarts it. */
  onDown?: () => void;
  onUp?: () => void;
  /** Another process took the folder while the server was down: exit with code 1. */
  onLost?: (reason: StartError) => void;
  /** Space reserved for a full disk, 128 MB by default; 0 for none. */
  ballastBytes?: number;
  /** Refuse to create a database where there is none. */
  existing?: boolean;
  /** Aborts the start with its reason; a server started for it is shut down again. */
  signal?: AbortSignal;
  testing?: {
    /** Server settings that override ours. */
    settings?: Record<string, string>;
    /** When running as root, how to run PostgreSQL. */
    hosting?: HostingKind;
  };
}

export interface EmbeddedDatabase extends DatabaseUrls {
  /** Fast shutdown: open transactions roll back. Safe to repeat. */
  stop(mode: 'fast'): Promise<void>;
  /** As `18.4`. */
  serverVersion: string;
  /** Where the data is: below DATA_DIR, or elsewhere for some of root's clusters. */
  folder: string;
  /** True when the server was still running after its process had been killed. */
  adopted: boolean;
  /** Another database with the same roles and rights, for tests, benchmarks and checks; an existing one is kept. */
  createDatabase(name: string, template?: string): Promise<DatabaseUrls>;
}

const lockKey = 0x6a69616e; // one application process per cluster; "jian"
const lockWait = 2_000; // milliseconds: a killed process's own connection ends within this time
const lockWaitForLiving = 500; // milliseconds: whoever holds it is there and will go on holding it
const shutDownSeconds = 15; // within the 20 s of security D15
const folderProblems = ['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST'];

/**
 * Starts or adopts the PostgreSQL server below DATA_DIR, creates what is missing in it, and keeps it running until
 * `stop`. One process per folder: a second one is refused within 5 s and changes nothing (security D3).
 * @throws StartError
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const { log } = options;
  const cluster = await prepare(options);
  const { files } = cluster;

  const running = await bringUp(cluster, { starts: 4, signal: options.signal });
  if (!(await takeLock(running.client, lockWait))) {
    await running.client.end();
    throw inUse(options.dataDir);
  }
  const { endpoint, adopted } = running;
  const urls = databaseUrls(endpoint, files.secrets, mainDatabase);
  try {
    await provision(running.client, endpoint, files.secrets);
    await withClient(urls.ownerUrl, checkDurability);
    await withClient(urls.appUrl, checkDurability);
    options.signal?.throwIfAborted();
  } catch (error) {
    // when we are told to end, an adopted orphan ends too, since we hold its lock
    if (!adopted || options.signal?.aborted) await shutDown(cluster, shutDownSeconds);
    await running.client.end();
    throw error;
  }
  const serverVersion = await readVersion(running.client);
  log.info({ serverVersion, adopted, hosting: cluster.hosting.kind }, 'the embedded database is up');
  keepBallast(files.cluster, options.ballastBytes ?? ballastSize).catch((error: unknown) =>
    log.warn({ err: error }, 'no space kept for a full disk'),
  );

  const supervisor = supervise(running, {
    log,
    restart: (signal) => bringUp(cluster, { starts: 1, port: endpoint.port, signal }),
    takeLock: (again) => takeLock(again.client, lockWait),
    onDown: options.onDown,
    onUp: options.onUp,
    onLost: () => options.onLost?.(inUse(options.dataDir)),
  });
  return {
    ...urls,
    serverVersion,
    folder: files.cluster,
    adopted,
    stop: () => supervisor.stop(() => shutDown(cluster, shutDownSeconds)),
    createDatabase: async (name, template) => {
      await ensureDatabase(supervisor.client(), endpoint, files.secrets, name, template);
      return databaseUrls(endpoint, files.secrets, name);
    },
  };
}

/**
 * The addresses of a server that another process runs on this DATA_DIR, null when none answers. Takes no lock and
 * changes nothing: for backups of a running application.
 */
export async function attachEmbedded(dataDir: string): Promise<DatabaseUrls | null> {
  const files = existsSync(dataDir) ? readClusterFiles(realpathSync(dataDir)) : null;
  const postmaster = files && readPostmaster(files.cluster);
  if (!files || !postmaster) return null;
  if (postmaster.endpoint.host !== files.sockets && !isAlive(postmaster.pid, files.cluster)) return null;
  const urls = databaseUrls(postmaster.endpoint, files.secrets, mainDatabase);
  try {
    const client = await connect(urls.ownerUrl, 'jianye-attach');
    await client.end();
    return urls;
  } catch {
    return null;
  }
}

/** Finds the cluster, or creates it. */
async function prepare({ dataDir, log, testing, existing }: EmbeddedOptions): Promise<Cluster> {
  try {
    const native = findBinaries();
    const isNew = !readClusterFiles(dataDir);
    if (isNew && existing) throw new StartError(`${dataDir} holds no database.`);
    if (isNew) await initialise(dataDir, native, testing?.hosting);
    const files = readClusterFiles(realpathSync(dataDir));
    if (!files)
      throw new StartError(`${dataDir} holds no database although one was just made: somebody moved it away.`);
    return { files, hosting: hostingOf(native, files.cluster), log, settings: testing?.settings };
  } catch (error) {
    if (error instanceof StartError || !folderProblems.includes(errorCode(error) ?? '')) throw error;
    throw new StartError(`DATA_DIR cannot be used: ${error instanceof Error ? error.message : ''}`, {
      kind: 'folder',
      about: dataDir,
      cause: error,
    });
  }
}

/** Held for as long as this connection lives; the server frees it when our process dies. */
async function takeLock(client: pg.Client, wait: number): Promise<boolean> {
  for (const began = Date.now(); ; await sleep(100)) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lockKey]);
    if (rows[0]?.taken) return true;
    const waited = Date.now() - began;
    if (waited >= wait || (waited >= lockWaitForLiving && (await isHeldByLiving(client)))) return false;
  }
}

/** Whether the process that holds the lock is one of this machine and runs. */
async function isHeldByLiving(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ holder: number }>(
    `select substr(a.application_name, length($2) + 1)::int as holder
     from pg_locks l join pg_stat_activity a on a.pid = l.pid
     where l.locktype = 'advisory' and l.granted and l.objid = $1 and a.application_name ~ ('^' || $2 || '[0-9]{1,9}$')`,
    [lockKey, lockName],
  );
  return rows.some(({ holder }) => holder !== process.pid && isRunning(holder));
}

function inUse(dataDir: string): StartError {
  return new StartError(
    `${dataDir} is in use by another running 简业: stop that one, or set DATA_DIR to another folder.`,
    { kind: 'inUse', about: dataDir },
  );
}

async function readVersion(client: Running['client']): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version');
  return rows[0]?.server_version ?? '';
}
