import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/platform/config.ts';
import { databaseFolder, newSecrets, partsOf, syncFolder, writeSecrets } from './cluster-files.ts';
import { handOver, hostingForNew, launch, type Hosting, type HostingKind } from './hosting.ts';

export const superuser = 'postgres';
const staging = /^database\.new-(\d+)-[0-9a-f]+$/;
const abandonedAfter = 60_000; // milliseconds without a change

/**
 * Creates a new cluster below DATA_DIR. It is built in a temporary folder and renamed when complete, so an interruption
 * leaves either no database or a whole one (security D3). It is no error when another process finishes first.
 */
export async function initialise(dataDir: string, native: string, only?: HostingKind): Promise<void> {
  // Root may have to let another OS user pass (hosting.ts); the contents have their own restrictive modes.
  mkdirSync(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
  clearAbandoned(dataDir);
  const folder = join(dataDir, `database.new-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(folder, { mode: 0o700 });
  try {
    await fill(folder, dataDir, native, only);
    renameSync(folder, databaseFolder(dataDir));
    syncFolder(dataDir);
  } catch (error) {
    rmSync(folder, { recursive: true, force: true });
    if (!existsSync(databaseFolder(dataDir))) throw error;
  }
}

async function fill(folder: string, dataDir: string, native: string, only?: HostingKind): Promise<void> {
  const { hosting, home } = hostingForNew(native, dataDir, only);
  if (hosting.kind === 'user') chmodSync(folder, 0o711);
  const secrets = newSecrets(home);
  const parts = partsOf(home ?? folder);
  for (const part of Object.values(parts)) {
    mkdirSync(part, { mode: 0o700 });
    handOver(hosting, part);
  }
  const passwordFile = join(parts.sockets, 'password');
  writeFileSync(passwordFile, `${secrets.superuser}\n`, { mode: 0o600 });
  handOver(hosting, passwordFile);
  await initdb(hosting, parts.cluster, passwordFile);
  rmSync(passwordFile);
  writeSecrets(folder, secrets);
  syncFolder(folder);
}

function initdb(hosting: Hosting, cluster: string, passwordFile: string): Promise<void> {
  // C: comparison by code point, the fastest; Chinese order is requested explicitly (collation "zh-x-icu").
  const options = [
    '--username',
    superuser,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--data-checksums',
  ];
  const child = launch(hosting, 'initdb', ['-D', cluster, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  let problems = '';
  child.stderr?.setEncoding('utf8').on('data', (text: string) => (problems += text));
  return new Promise((done, fail) => {
    child.on('error', (error) => fail(new StartError(`initdb could not be started: ${error.message}`)));
    child.on('close', (code) =>
      code === 0 ? done() : fail(new StartError(`The database could not be created: ${firstProblem(problems)}`)),
    );
  });
}

function firstProblem(text: string): string {
  const line =
    text.split('\n').find((one) => /error:|could not|FATAL/.test(one)) ?? text.trim().split('\n').at(-1) ?? '';
  return line.replace(/^initdb: (error: )?/, '').slice(0, 300);
}

/**
 * Only folders that never became a database: their creator is gone and nothing has been written to them for a while.
 */
function clearAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const maker = Number(staging.exec(name)?.[1]);
    const folder = join(dataDir, name);
    if (maker > 0 && !isRunning(maker) && Date.now() - statSync(folder).mtimeMs > abandonedAfter) {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

/** A process of this machine, whatever it is. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
