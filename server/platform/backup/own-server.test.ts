import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { findBinaries } from '#server/platform/database/embedded/binaries.ts';
import { handOver, hostingForNew, launch } from '#server/platform/database/embedded/hosting.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';
import { migrate, read, rows, run, startWriting } from './awkward-database.ts';
import { createBackup } from './create-backup.ts';
import { findProgram } from './postgres-program.ts';
import { restoreBackup } from './restore-backup.ts';

// Runs with PostgreSQL's real programs, on machines that have both them and a server that they can read.

vi.mock('#server/platform/database/migrate.ts', async () => {
  const own = await import('./awkward-database.ts');
  return { migrate: own.migrate, migrations: own.migrations };
});

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const password = 'a p@ss/w:%';

const dump = await findProgram('pg_dump');
const restore = await findProgram('pg_restore');
const native = dump && restore ? serverUpTo(Math.min(dump.major, restore.major)) : null;
const reason =
  dump && restore ? `no PostgreSQL server up to version ${dump.major}` : 'no pg_dump and pg_restore on this machine';
if (!native) process.stderr.write(`Backups by pg_dump are not tried with the real programs: ${reason}.\n`);

/** A folder with `bin/postgres`: from the system's packages, or our own. */
function serverUpTo(most: number): string | null {
  const installed = ['/usr/lib/postgresql', '/usr/pgsql', '/opt/homebrew/opt', '/usr/local/opt']
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)));
  const folders = [...installed, findBinaries()].filter((folder) => existsSync(join(folder, 'bin', 'initdb')));
  const versions = folders.map((folder) => {
    const { stdout } = spawnSync(join(folder, 'bin', 'postgres'), ['--version'], { encoding: 'utf8' });
    return { folder, major: Number(/\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1] ?? NaN) };
  });
  const fitting = versions.filter(({ major }) => major >= 15 && major <= most);
  return fitting.toSorted((a, b) => b.major - a.major)[0]?.folder ?? null;
}

describe.skipIf(!native)("a server of one's own", () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-own-server-')));
  const filesFolder = join(root, 'files');
  let stop: () => Promise<void>;
  let ownerUrl: string;
  let emptyUrl: string;

  beforeAll(async () => {
    const server = await startServer(native ?? '', root);
    stop = server.stop;
    const urlOf = (database: string) =>
      `postgresql://keeper:${encodeURIComponent(password)}@127.0.0.1:${server.port}/${database}?sslmode=disable`;
    for (const name of ['jianye', 'empty']) await run(urlOf('postgres'), `create database ${name}`);
    [ownerUrl, emptyUrl] = [urlOf('jianye'), urlOf('empty')];
    await migrate(ownerUrl);
    await run(ownerUrl, rows);
    mkdirSync(filesFolder);
    writeFileSync(join(filesFolder, 'paper'), '内容');
  });
  afterAll(async () => {
    await stop?.();
    rmSync(root, { recursive: true, force: true });
  });

  it('is backed up by pg_dump as of one moment, and restored on itself and in the embedded database', async () => {
    const folder = join(root, 'backup');
    const made = await createBackup({ ownerUrl, filesFolder, target: folder, withoutDump: fail });
    expect(made).toMatchObject({ madeBy: 'pg_dump', dump: { major: dump?.major }, files: { count: 1 } });
    expect(made.tables.find(({ name }) => name === 'reading')?.rows).toBe(5);
    const before = await read(ownerUrl);

    const { missingIndexes } = await restoreBackup({ folder, dataDir: join(root, 'here'), ownerUrl: emptyUrl, log });
    expect(missingIndexes).toEqual(['order_custom']);
    expect(await read(emptyUrl)).toEqual(before);

    const embeddedUrl = (await emptyDatabase()).ownerUrl;
    await restoreBackup({ folder, dataDir: join(root, 'embedded'), ownerUrl: embeddedUrl, log });
    const { constraints: _, ...kept } = await read(embeddedUrl); // later versions list more of them
    expect(before).toMatchObject(kept);
    for (const table of ['session_login', 'session_token', 'app_secret', 'scratch'])
      expect((await run(embeddedUrl, `select * from ${table}`)).rows).toEqual([]);
  });

  it('counts what the archive holds, whatever is written while it runs', async () => {
    const folder = join(root, 'moving');
    const writing = await startWriting(ownerUrl);
    const made = await createBackup({ ownerUrl, filesFolder, target: folder, withoutDump: fail }).finally(writing.stop);
    const rowsOf = (name: string) => made.tables.find((table) => table.name === name)?.rows ?? NaN;
    expect(rowsOf('line') - 15_000).toBe(rowsOf('order') - 3);
    // counts that differ from the dump would be refused
    const target = (await emptyDatabase()).ownerUrl;
    await restoreBackup({ folder, dataDir: join(root, 'moved'), ownerUrl: target, log });
    const lines = await run(target, 'select count(*)::int as lines from line');
    expect(lines.rows).toEqual([{ lines: rowsOf('line') }]);
  });
});

function fail(why: string): void {
  throw new Error(`not by pg_dump: ${why}`);
}

/** On loopback, in a folder of its own, with a password; may lose data when killed. */
async function startServer(folder: string, root: string): Promise<{ port: number; stop: () => Promise<void> }> {
  const { hosting, home = root } = hostingForNew(folder, root);
  const place = mkdtempSync(join(home, 'server-'));
  const passwordFile = join(place, 'password');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  for (const path of [place, passwordFile]) handOver(hosting, path);
  const data = join(place, 'data');
  const options = [
    '--username=keeper',
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ];
  await ended(launch(hosting, 'initdb', ['-D', data, ...options, '--no-sync'], { stdio: 'ignore' }));
  const port = await freePort();
  const settings = [`port=${port}`, 'listen_addresses=127.0.0.1', 'unix_socket_directories=', 'fsync=off'];
  const args = ['-D', data, ...settings.flatMap((setting) => ['-c', setting])];
  const server = launch(hosting, 'postgres', args, { stdio: 'ignore' });
  const gone = ended(server);
  gone.catch(() => undefined); // set in the loop below
  const url = `postgresql://keeper:${encodeURIComponent(password)}@127.0.0.1:${port}/postgres?sslmode=disable`;
  for (;;) {
    const isUp = await run(url, 'select 1').then(Boolean, () => false);
    if (isUp) break;
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    await sleep(50);
  }
  return {
    port,
    stop: async () => {
      server.kill('SIGINT');
      await gone.catch(() => undefined);
      if (dirname(place) !== root) rmSync(home, { recursive: true, force: true });
    },
  };
}

function ended(child: ReturnType<typeof launch>): Promise<void> {
  return new Promise((done, failed) => {
    child.on('error', failed);
    child.on('close', (code) => (code === 0 ? done() : failed(new Error(`ended with ${code}`))));
  });
}

function freePort(): Promise<number> {
  return new Promise((done, failed) => {
    const server = createServer().on('error', failed);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => done(port));
    });
  });
}
