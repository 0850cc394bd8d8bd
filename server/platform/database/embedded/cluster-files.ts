import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { StartError } from '#server/platform/config.ts';

const secrets = z.object({
  superuser: z.string().min(20),
  owner: z.string().min(20),
  app: z.string().min(20),
  /** Where cluster, sockets and logs are when they cannot be in this folder (see hosting.ts). */
  home: z.string().optional(),
});

/** Passwords of the three roles of a cluster. They never leave this folder and DATA_DIR/database/secrets.json. */
export type Secrets = z.infer<typeof secrets>;

/** Where the parts of one cluster are. All paths are absolute. */
export interface ClusterFiles {
  cluster: string;
  sockets: string;
  logs: string;
  secrets: Secrets;
}

export function databaseFolder(dataDir: string): string {
  return join(dataDir, 'database');
}

export function newSecrets(home?: string): Secrets {
  const password = () => randomBytes(24).toString('base64url');
  return { superuser: password(), owner: password(), app: password(), home };
}

export function partsOf(home: string): Omit<ClusterFiles, 'secrets'> {
  return { cluster: join(home, 'cluster'), sockets: join(home, 'run'), logs: join(home, 'log') };
}

/**
 * The cluster below a DATA_DIR, null when there is none yet.
 * @throws StartError when an incomplete cluster is found: nothing is ever written over it
 */
export function readClusterFiles(dataDir: string): ClusterFiles | null {
  const folder = databaseFolder(dataDir);
  if (!existsSync(folder)) return null;
  const read = readSecrets(join(folder, 'secrets.json'));
  const parts = partsOf(read.home ?? folder);
  if (!existsSync(join(parts.cluster, 'PG_VERSION')))
    throw new StartError(`${parts.cluster} is not a database: restore it, or set DATA_DIR to another folder.`);
  return { ...parts, secrets: read };
}

/** Written before the folder gets its final name, so that it is never incomplete. */
export function writeSecrets(folder: string, values: Secrets): void {
  const file = join(folder, 'secrets.json');
  writeFileSync(file, `${JSON.stringify(values, null, 2)}\n`, { mode: 0o600, flag: 'wx', flush: true });
}

/** Makes a rename in this folder survive a power cut. Not possible and not needed on Windows. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function readSecrets(file: string): Secrets {
  if (!existsSync(file)) throw new StartError(`${file} is missing: restore it, or set DATA_DIR to another folder.`);
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    throw new StartError(`${file} is readable by others: run chmod 600 on it.`);
  const parsed = secrets.safeParse(parseJson(readFileSync(file, 'utf8')));
  if (!parsed.success) throw new StartError(`${file} is damaged: restore it, or set DATA_DIR to another folder.`);
  return parsed.data;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
