import type { ChildProcess } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { StartError } from '#server/platform/config.ts';
import { releaseBallastIfFull } from './ballast.ts';
import type { ClusterFiles } from './cluster-files.ts';
import { connect, connectionUrl, errorCode, socketPort, socketsWork, type Endpoint } from './connection.ts';
import { launch, type Hosting } from './hosting.ts';
import { superuser } from './initialise.ts';
import { isAlive, lastFatalLine, readPostmaster, setAsideForeignPidFile } from './postmaster.ts';
import { serverSettings } from './server-settings.ts';

/** Takes a pino logger. */
export interface EmbeddedLog {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

export interface Cluster {
  files: ClusterFiles;
  hosting: Hosting;
  log: EmbeddedLog;
  /** Override our own settings; tests only. */
  settings?: Record<string, string>;
}

export interface Running {
  /** The superuser's connection to the database `postgres`. */
  client: pg.Client;
  endpoint: Endpoint;
  /** True when the server was already running. */
  adopted: boolean;
}

export interface Patience {
  /** How often the server may fail to start before we give up. */
  starts: number;
  /** A restart keeps the port, because clients already know it. */
  port?: number;
  /** Ends the waiting with its reason, and stops the server that was started meanwhile. */
  signal?: AbortSignal;
}

/** Name of the connection that holds the lock of a cluster; the process that owns it follows. */
export const lockName = 'jianye-lock ';

const stillBusy = '57P03'; // starting up, recovering or shutting down
const wrongPassword = '28P01';
const unansweredFor = 15_000; // milliseconds; time to recover after a crash does not count

/**
 * Connects to the cluster's server, and starts it when it is not running.
 * @throws StartError with the server's last output
 */
export async function bringUp(cluster: Cluster, patience: Patience): Promise<Running> {
  let starts = 0;
  let child: ChildProcess | undefined;
  let startedAt = 0;
  let lastAnswer = Date.now();
  for (;;) {
    if (patience.signal?.aborted) {
      await endServer(child);
      patience.signal.throwIfAborted();
    }
    const attempt = await tryConnect(cluster);
    if (attempt.client) return { client: attempt.client, endpoint: attempt.endpoint, adopted: starts === 0 };
    const isStarting = child !== undefined && child.exitCode === null && child.signalCode === null;
    if (attempt.code === stillBusy || isStarting) lastAnswer = Date.now();
    else if (attempt.isAlive && Date.now() - lastAnswer > unansweredFor)
      throw new StartError(`The embedded database does not answer: ${attempt.message}`);
    if (!attempt.isAlive && !isStarting) {
      if (starts > 0) await giveBackSpace(cluster);
      if (starts >= patience.starts)
        throw new StartError(`The embedded database does not start: ${lastWords(cluster, startedAt)}`);
      // The remains of a killed server (its last processes, shared memory) disappear a moment later.
      if (starts > 0) await sleep(300 * starts);
      startedAt = Date.now();
      child = await start(cluster, patience.port);
      starts += 1;
      lastAnswer = Date.now();
    }
    await sleep(30);
  }
}

/**
 * Fast shutdown: open transactions roll back. Resolves when the server has ended or after `seconds`, when it is still
 * ending.
 */
export async function shutDown({ files, hosting, log }: Cluster, seconds: number): Promise<void> {
  const postmaster = readPostmaster(files.cluster);
  if (!postmaster || !isAlive(postmaster.pid, files.cluster)) return;
  const child = launch(
    hosting,
    'pg_ctl',
    ['stop', '-D', files.cluster, '-m', 'fast', '-w', '-s', '-t', String(seconds)],
    { stdio: 'ignore' },
  );
  const code = await new Promise<number | null>((done) => child.on('error', () => done(-1)).on('close', done));
  if (code !== 0) log.warn({ code }, 'the embedded database is still shutting down');
}

/** Our own child, perhaps too young for a pid file: SIGINT requests a fast shutdown, during recovery as well. */
async function endServer(child: ChildProcess | undefined): Promise<void> {
  if (!child || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.ref();
  child.kill('SIGINT');
  await ended;
}

type Attempt =
  | { client: pg.Client; endpoint: Endpoint; isAlive: true }
  | { client?: undefined; isAlive: boolean; code?: string; message?: string };

async function tryConnect({ files }: Cluster): Promise<Attempt> {
  const postmaster = readPostmaster(files.cluster);
  if (!postmaster) return { isAlive: false };
  const alive = isAlive(postmaster.pid, files.cluster);
  // Nobody else can listen on our socket, so connecting there works even when the process is not visible (another
  // container's).
  const isSocket = postmaster.endpoint.host === files.sockets;
  if (!alive && !isSocket) return { isAlive: false };
  try {
    const client = await connect(
      connectionUrl(postmaster.endpoint, superuser, files.secrets.superuser, 'postgres'),
      `${lockName}${process.pid}`,
    );
    return { client, endpoint: postmaster.endpoint, isAlive: true };
  } catch (error) {
    const code = errorCode(error);
    if (code === wrongPassword)
      throw new StartError(
        'The embedded database refuses the password in DATA_DIR/database/secrets.json: restore that file.',
      );
    // Any answer comes from a live server.
    const answered = code === stillBusy || /^[0-9A-Z]{5}$/.test(code ?? '');
    return { isAlive: alive || answered, code, message: error instanceof Error ? error.message : String(error) };
  }
}

/** Detached, with its output in a file: the server survives when we are killed (security D3). */
async function start(cluster: Cluster, port?: number): Promise<ChildProcess> {
  const { files, hosting, log } = cluster;
  checkVersion(cluster);
  if (setAsideForeignPidFile(files.cluster)) log.warn({}, 'set aside postmaster.pid: its process is not the database');
  const settings = { ...serverSettings(files.logs), ...(await listening(files, port)), ...cluster.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const output = openSync(join(files.logs, 'start.log'), 'w', 0o600);
  try {
    const child = launch(hosting, 'postgres', ['-D', files.cluster, ...args], {
      detached: true,
      stdio: ['ignore', output, output],
    });
    child.on('error', (error) => log.error({ err: error }, 'the embedded database could not be started'));
    child.unref();
    return child;
  } finally {
    closeSync(output);
  }
}

async function listening(files: ClusterFiles, port?: number): Promise<Record<string, string>> {
  if (socketsWork(files.sockets)) {
    return {
      listen_addresses: '',
      unix_socket_directories: files.sockets,
      unix_socket_permissions: '0700',
      port: String(socketPort),
    };
  }
  return { listen_addresses: '127.0.0.1', unix_socket_directories: '', port: String(port ?? (await freePort())) };
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const server = createServer().on('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        address && typeof address === 'object' ? done(address.port) : fail(new Error('no free port')),
      );
    });
  });
}

/** Data of one major version cannot be read by another. */
function checkVersion({ files, hosting }: Cluster): void {
  const data = readFileSync(join(files.cluster, 'PG_VERSION'), 'utf8').trim();
  const server = readFileSync(join(hosting.native, 'share', 'postgresql', 'postgres.bki'), 'utf8').slice(0, 40);
  const version = /^# PostgreSQL (\d+)/.exec(server)?.[1];
  if (version !== data)
    throw new StartError(
      `The data is PostgreSQL ${data}'s, the server is ${version}: back up with the former version and restore with this one.`,
    );
}

async function giveBackSpace({ files, log }: Cluster): Promise<void> {
  const bytes = await releaseBallastIfFull(files.cluster);
  if (bytes > 0) log.error({ bytes }, 'the disk is full: gave back the space kept for this');
}

function lastWords({ files }: Cluster, since: number): string {
  return lastFatalLine(files.logs, since) ?? `see ${files.logs}`;
}
