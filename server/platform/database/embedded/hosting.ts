import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { StartError } from '#server/platform/config.ts';

/**
 * How PostgreSQL's programs are run. They refuse uid 0, so root runs them either in a user namespace, where its own uid
 * has another number, or as another OS user (R2.5). Other users run them directly.
 */
export interface Hosting {
  kind: 'direct' | 'namespace' | 'user';
  /** Folder with `bin/initdb`, `bin/postgres`, `bin/pg_ctl`. */
  native: string;
  uid?: number;
  gid?: number;
}

export type HostingKind = Hosting['kind'];

const stateFolder = '/var/lib/jianye';
const rootRefused =
  'PostgreSQL does not run as root, and this machine allows neither a user namespace (unshare) nor a "postgres" user: start as an ordinary user, or set DATABASE_URL.';

/**
 * Programs start in `/`, because the caller's folder may be closed to them. They get only the environment variables
 * that they need.
 */
export function launch(hosting: Hosting, program: string, args: readonly string[], options: SpawnOptions = {}) {
  const [file, allArgs] = commandLine(hosting, join(hosting.native, 'bin', program), args);
  return spawn(file, allArgs, {
    cwd: hosting.kind === 'direct' ? undefined : '/',
    env: plainEnvironment(),
    ...identity(hosting),
    ...options,
  });
}

/** Gives a new folder to the user that PostgreSQL runs as. */
export function handOver(hosting: Hosting, path: string): void {
  if (hosting.uid !== undefined && hosting.gid !== undefined) chownSync(path, hosting.uid, hosting.gid);
}

/** For an existing cluster: the owner of its files decides. `cluster` is its folder. @throws StartError */
export function hostingOf(native: string, cluster: string): Hosting {
  const { uid, gid } = statSync(cluster);
  const self = process.getuid?.() ?? uid;
  if (self !== 0) {
    if (uid !== self) throw new StartError(`${cluster} belongs to another user (uid ${uid}): start as that user.`);
    return { kind: 'direct', native };
  }
  if (uid === 0) {
    const hosting = inNamespace(native, cluster);
    if (!hosting)
      throw new StartError(
        `${cluster} belongs to root, and this machine refuses user namespaces (unshare): allow them, or set DATABASE_URL.`,
      );
    return hosting;
  }
  return asUser(native, uid, gid);
}

/**
 * For a new cluster below `folder`. `home` is set when the cluster has to be below /var/lib instead, because the other
 * user cannot enter the folder. @throws StartError
 */
export function hostingForNew(native: string, folder: string, only?: HostingKind): { hosting: Hosting; home?: string } {
  if (process.getuid?.() !== 0) return { hosting: { kind: 'direct', native } };
  const namespaced = only === 'user' ? null : inNamespace(native, folder);
  if (namespaced) return { hosting: namespaced };
  const account = findAccount('postgres') ?? createAccount('postgres');
  if (!account) throw new StartError(rootRefused);
  const hosting = asUser(native, account.uid, account.gid);
  return canEnter(folder, account) ? { hosting } : { hosting, home: newHome() };
}

function inNamespace(native: string, folder: string): Hosting | null {
  if (process.platform !== 'linux' || !accountToPretend()) return null;
  const hosting: Hosting = { kind: 'namespace', native };
  // Inside the namespace root loses the right to enter other users' folders, so this is tried out.
  const [file, args] = commandLine(hosting, '/bin/sh', [
    '-c',
    'test -w "$1" && exec "$2" --version',
    'sh',
    folder,
    join(native, 'bin', 'postgres'),
  ]);
  return spawnSync(file, args, { env: plainEnvironment() }).status === 0 ? hosting : null;
}

function asUser(native: string, uid: number, gid: number): Hosting {
  const tried = spawnSync(join(native, 'bin', 'postgres'), ['--version'], {
    uid,
    gid,
    cwd: '/',
    env: plainEnvironment(),
  });
  return { kind: 'user', native: tried.status === 0 ? native : copyBinaries(native), uid, gid };
}

function commandLine(hosting: Hosting, file: string, args: readonly string[]): [string, string[]] {
  if (hosting.kind !== 'namespace') return [file, [...args]];
  const account = accountToPretend();
  return ['unshare', ['-U', `--map-user=${account?.uid}`, `--map-group=${account?.gid}`, file, ...args]];
}

function identity(hosting: Hosting): SpawnOptions {
  return hosting.kind === 'user' ? { uid: hosting.uid, gid: hosting.gid } : {};
}

function plainEnvironment(): NodeJS.ProcessEnv {
  // PGDATA, PGPORT and the like must not reach them; Windows needs its SystemRoot.
  return { PATH: process.env.PATH, SystemRoot: process.env.SystemRoot, TEMP: process.env.TEMP, LC_ALL: 'C', TZ: 'UTC' };
}

interface Account {
  uid: number;
  gid: number;
}

/** initdb looks up its uid in /etc/passwd, so the number inside the namespace has to exist there. */
function accountToPretend(): Account | undefined {
  const ordinary = readAccounts().filter(({ uid }) => uid > 0);
  return ordinary.find(({ uid }) => uid === 1000) ?? ordinary[0];
}

function findAccount(name: string): Account | undefined {
  return readAccounts().find((account) => account.name === name);
}

function readAccounts() {
  const lines = existsSync('/etc/passwd') ? readFileSync('/etc/passwd', 'utf8').split('\n') : [];
  return lines
    .map((line) => line.split(':'))
    .filter((parts) => parts.length >= 4)
    .map(([name, , uid, gid]) => ({ name, uid: Number(uid), gid: Number(gid) }));
}

function createAccount(name: string): Account | undefined {
  spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    stateFolder,
    '--shell',
    '/usr/sbin/nologin',
    name,
  ]);
  return findAccount(name);
}

function canEnter(folder: string, { uid, gid }: Account): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { uid, gid, cwd: '/' }).status === 0;
}

function newHome(): string {
  mkdirSync(stateFolder, { recursive: true, mode: 0o711 });
  const home = mkdtempSync(join(stateFolder, 'database-'));
  chmodSync(home, 0o711);
  return home;
}

/** Once per version; the copy gets its final name once it is complete. */
function copyBinaries(native: string): string {
  const version = spawnSync(join(native, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' }).stdout.replace(
    /[^\d.]+/g,
    '',
  );
  const target = join(stateFolder, `postgresql-${version}`);
  if (existsSync(target)) return target;
  mkdirSync(stateFolder, { recursive: true, mode: 0o711 });
  const copy = mkdtempSync(join(stateFolder, 'copying-'));
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
  chmodSync(copy, 0o755);
  renameSync(copy, target);
  return target;
}
