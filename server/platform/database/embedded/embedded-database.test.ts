import { spawn, type ChildProcess } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { StartError } from '#server/platform/config.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { attachEmbedded, startEmbedded, type EmbeddedDatabase, type EmbeddedOptions } from './embedded-database.ts';
import { isAlive, readPostmaster } from './postmaster.ts';

const small = { shared_buffers: '16MB' };
const root = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-embedded-')));
afterAll(() => rmSync(root, { recursive: true, force: true }));

const cluster = (dataDir: string) => join(dataDir, 'database', 'cluster');
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function open(name: string, more: Partial<EmbeddedOptions> = {}): Promise<EmbeddedDatabase> {
  return startEmbedded({ dataDir: join(root, name), log, testing: { settings: small }, ballastBytes: 0, ...more });
}

async function ask<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** The same URL for another database. */
function elsewhere(url: string, database: string): string {
  return url.replace('/jianye?', `/${database}?`);
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (const began = Date.now(); !(await condition()); await sleep(20)) {
    if (Date.now() - began > 20_000) throw new Error('waited in vain');
  }
}

/** A separate application process that starts the database, reports it, and runs until it is killed. */
function application(dataDir: string): ChildProcess & { said: () => string; ended: Promise<number | null> } {
  const code = `
    import { startEmbedded } from ${JSON.stringify(new URL('embedded-database.ts', import.meta.url).href)};
    const log = { info() {}, warn() {}, error() {} };
    const testing = { settings: ${JSON.stringify(small)} };
    try {
      await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, log, testing, ballastBytes: 0 });
      console.log('started');
    } catch (error) {
      console.log(error.name + ': ' + error.message);
      process.exit(1);
    }
    setInterval(() => {}, 1000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', code], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  const ended = new Promise<number | null>((done) => child.on('close', done));
  onTestFinished(() => void child.kill('SIGKILL'));
  return Object.assign(child, { said: () => output, ended });
}

describe('the running embedded database', () => {
  let database: EmbeddedDatabase;
  beforeAll(async () => {
    database = await open('main');
  }, 30_000);
  afterAll(() => database.stop('fast'));

  it('is a PostgreSQL 18 with checksums, UTF-8 and Chinese order, on its own socket without a port (D2, D3, O1)', async () => {
    const [settings] = await ask(
      database.appUrl,
      `select current_setting('data_checksums') as checksums, current_setting('listen_addresses') as addresses,
              current_setting('server_encoding') as encoding, current_setting('fsync') as fsync,
              (select count(*)::int from pg_collation where collname = 'zh-x-icu') as chinese`,
    );
    expect(settings).toEqual({ checksums: 'on', addresses: '', encoding: 'UTF8', fsync: 'on', chinese: 1 });
    expect(database.serverVersion).toMatch(/^18\./);
    expect(database.adopted).toBe(false);
  });

  it('keeps its secrets to itself (O1)', async () => {
    const file = join(root, 'main', 'database', 'secrets.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(root, 'main', 'database', 'run')).mode & 0o777).toBe(0o700);
    const passwords = Object.values(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>);
    expect(new Set(passwords).size).toBe(3);
    await expect(ask(database.appUrl.replace(/:[^:@]+@/, ':wrong@'), 'select 1')).rejects.toMatchObject({
      code: '28P01',
    });
    const listing = readdirSync(join(root, 'main', 'database', 'run'));
    expect(listing).not.toContain('password');
  });

  it('gives neither role any power over the server (O5)', async () => {
    const roles = await ask(
      database.appUrl,
      `select rolname, rolsuper, rolcreatedb, rolcreaterole, rolreplication, rolbypassrls,
              (select count(*)::int from pg_auth_members m where m.member = r.oid) as memberships
         from pg_roles r where rolname like 'jianye%' order by rolname`,
    );
    const powerless = {
      rolsuper: false,
      rolcreatedb: false,
      rolcreaterole: false,
      rolreplication: false,
      rolbypassrls: false,
      memberships: 0,
    };
    expect(roles).toEqual([
      { rolname: 'jianye_app', ...powerless },
      { rolname: 'jianye_owner', ...powerless },
    ]);
  });

  it.each([
    'create table public.mine (a int)',
    'create temporary table mine (a int)',
    'create schema mine',
    'create extension pg_trgm',
    'create function public.mine() returns int language sql as $$ select 1 $$',
    "select pg_read_file('PG_VERSION')",
    "select pg_ls_dir('.')",
    "select lo_import('/etc/passwd')",
    "copy (select 1) to '/tmp/jianye-copy'",
    "copy pg_class from program 'true'",
    'alter system set fsync = off',
    'set role jianye_owner',
    'set session authorization jianye_owner',
    'create role mine',
    'create database mine',
    'drop database jianye',
  ])('refuses the application role: %s (O5)', async (sql) => {
    await expect(ask(database.appUrl, sql)).rejects.toMatchObject({ code: expect.stringMatching(/^(42501|42P01)$/) });
  });

  it('lets the roles into no other database (O5)', async () => {
    for (const url of [database.appUrl, database.ownerUrl]) {
      for (const other of ['postgres', 'template1']) {
        await expect(ask(elsewhere(url, other), 'select 1')).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  it('lets the application use what the owner creates, in other schemas too, but change no structure', async () => {
    await ask(database.ownerUrl, 'create table thing (id int generated always as identity primary key, name text)');
    await ask(database.ownerUrl, 'create schema jobs; create table jobs.job (id serial primary key, name text)');
    for (const table of ['thing', 'jobs.job']) {
      await ask(database.appUrl, `insert into ${table} (name) values ('甲'), ('乙')`);
      await ask(database.appUrl, `update ${table} set name = '丙' where id = 1`);
      await ask(database.appUrl, `delete from ${table} where id = 2`);
      expect(await ask(database.appUrl, `select id, name from ${table}`)).toEqual([{ id: 1, name: '丙' }]);
      for (const sql of [
        `truncate ${table}`,
        `drop table ${table}`,
        `alter table ${table} add x int`,
        `create index on ${table} (name)`,
      ]) {
        await expect(ask(database.appUrl, sql)).rejects.toMatchObject({ code: '42501' });
      }
    }
  });

  it('creates further databases, also as copies', async () => {
    const first = await database.createDatabase('pattern');
    await ask(first.ownerUrl, "create table thing as select '甲' as name");
    const copy = await database.createDatabase('copy', 'pattern');
    expect(await ask(copy.appUrl, 'select name from thing')).toEqual([{ name: '甲' }]);
    await ask(copy.ownerUrl, 'create table another (a int)');
    expect(await ask(copy.appUrl, 'select * from another')).toEqual([]);
    await expect(ask(copy.appUrl, 'create table mine (a int)')).rejects.toMatchObject({ code: '42501' });
  });

  it('refuses a second process within 5 s without changing anything (D3)', async () => {
    const before = readdirSync(join(root, 'main', 'database'), { recursive: true }).filter(
      (name) => !/cluster|log/.test(String(name)),
    );
    const pid = readPostmaster(cluster(join(root, 'main')))?.pid;
    const began = Date.now();
    const second = application(join(root, 'main'));
    expect(await second.ended).toBe(1);
    if (isSoak) expect(Date.now() - began).toBeLessThan(5_000);
    expect(second.said()).toMatch(/^StartError: .*\/main is in use by another running 简业: [^\n]*\n$/);
    expect(
      readdirSync(join(root, 'main', 'database'), { recursive: true }).filter(
        (name) => !/cluster|log/.test(String(name)),
      ),
    ).toEqual(before);
    expect(readPostmaster(cluster(join(root, 'main')))?.pid).toBe(pid);
    expect(await ask(database.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  }, 15_000);

  it('can be read while the process runs', async () => {
    expect(await attachEmbedded(join(root, 'main'))).toEqual({ ownerUrl: database.ownerUrl, appUrl: database.appUrl });
    expect(await attachEmbedded(join(root, 'nowhere'))).toBeNull();
  });
});

describe('failures of the embedded database', () => {
  it('recovers when the server is killed, with everything that was committed (D9, D11)', async () => {
    const seen: string[] = [];
    const database = await open('killed', { onDown: () => seen.push('down'), onUp: () => seen.push('up') });
    onTestFinished(() => database.stop('fast'));
    await ask(database.ownerUrl, 'create table thing as select 1 as a');
    for (const round of [1, 2]) {
      process.kill(postmasterPid('killed'), 'SIGKILL');
      await until(() => seen.length === 2 * round);
      expect(await ask(database.appUrl, 'select a from thing')).toEqual([{ a: 1 }]);
    }
    expect(seen).toEqual(['down', 'up', 'down', 'up']);
    // The lock was taken again.
    await expect(open('killed')).rejects.toThrow(/in use/);
    // The process can still stop the server.
    await database.stop('fast');
    expect(readPostmaster(cluster(join(root, 'killed')))).toBeNull();
    expect(await attachEmbedded(join(root, 'killed'))).toBeNull();
  }, 40_000);

  it('stops cleanly, starts again, and ignores a pid file that is stale or names an unrelated process (D3)', async () => {
    const first = await open('again');
    await ask(first.ownerUrl, 'create table thing as select 1 as a');
    await first.stop('fast');
    await first.stop('fast');
    const pidFile = join(cluster(join(root, 'again')), 'postmaster.pid');
    expect(existsSync(pidFile)).toBe(false);
    const stranger = spawn('sleep', ['60']);
    onTestFinished(() => void stranger.kill());
    for (const pid of [999_999_999, stranger.pid]) {
      writeFileSync(
        pidFile,
        `${pid}\n${cluster(join(root, 'again'))}\n1\n5432\n${join(root, 'again', 'database', 'run')}\n\n1 1\nready\n`,
        { mode: 0o600 },
      );
      const database = await open('again');
      expect(database.adopted).toBe(false);
      expect(await ask(database.appUrl, 'select a from thing')).toEqual([{ a: 1 }]);
      await database.stop('fast');
    }
    expect(stranger.exitCode).toBeNull();
  }, 30_000);

  it('survives a killed application and is adopted by the next one (D3)', async () => {
    const dataDir = join(root, 'adopted');
    const first = application(dataDir);
    await until(() => first.said() === 'started\n');
    const pid = postmasterPid('adopted');
    first.kill('SIGKILL');
    await first.ended;
    expect(isAlive(pid, cluster(dataDir))).toBe(true);
    const next = await open('adopted');
    onTestFinished(() => next.stop('fast'));
    expect(next.adopted).toBe(true);
    expect(postmasterPid('adopted')).toBe(pid);
    expect(await ask(next.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
    await next.stop('fast');
    expect(isAlive(pid, cluster(dataDir))).toBe(false);
  }, 30_000);

  it('is created whole or not at all, at whatever moment its creation is killed (D3)', async () => {
    const dataDir = join(root, 'interrupted');
    for (const part of ['log', 'cluster/PG_VERSION', 'cluster/base/5']) {
      const maker = application(dataDir);
      await until(
        () => maker.said() !== '' || unfinished(dataDir).some((name) => existsSync(join(dataDir, name, part))),
      );
      maker.kill('SIGKILL');
      await maker.ended;
      expect(maker.said()).toBe('');
      expect(existsSync(join(dataDir, 'database'))).toBe(false);
    }
    const database = await open('interrupted');
    onTestFinished(() => database.stop('fast'));
    expect(await ask(database.appUrl, 'select 1 as one')).toEqual([{ one: 1 }]);
  }, 40_000);

  it('starts once when two processes start at the same time in an empty folder', async () => {
    const dataDir = join(root, 'both');
    const two = [application(dataDir), application(dataDir)];
    await until(() => two.every((one) => one.said() !== ''));
    expect(two.map((one) => one.said().slice(0, 7)).toSorted()).toEqual(['StartEr', 'started']);
    for (const one of two) one.kill('SIGKILL');
    await Promise.all(two.map((one) => one.ended));
    const next = await open('both');
    await next.stop('fast');
  }, 30_000);

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'does not start with %s off (D2)',
    async (name) => {
      const refused = open('careless', { testing: { settings: { ...small, [name]: 'off' } } });
      await expect(refused).rejects.toThrow(StartError);
      await expect(refused).rejects.toThrow(`${name} = off`);
      expect(await attachEmbedded(join(root, 'careless'))).toBeNull();
    },
    20_000,
  );

  it('reports why the server does not start', async () => {
    const refused = open('careless', { testing: { settings: { ...small, shared_buffers: '1kB' } } });
    await expect(refused).rejects.toThrow(/^The embedded database does not start: .*shared_buffers/);
  }, 20_000);

  it('writes nothing over a folder that is not a complete database (D3)', async () => {
    const folder = join(root, 'strange', 'database');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'precious'), 'data');
    await expect(open('strange')).rejects.toThrow(/secrets\.json is missing/);
    expect(readdirSync(folder)).toEqual(['precious']);
    const passwords = { superuser: 'x'.repeat(32), owner: 'y'.repeat(32), app: 'z'.repeat(32) };
    writeFileSync(join(folder, 'secrets.json'), JSON.stringify(passwords), { mode: 0o600 });
    await expect(open('strange')).rejects.toThrow(/is not a database/);
    writeFileSync(join(folder, 'secrets.json'), 'x');
    await expect(open('strange')).rejects.toThrow(/is damaged/);
    expect(readdirSync(join(root, 'strange'))).toEqual(['database']);
  });

  it('listens on loopback alone when the path is too long for a socket (O1)', async () => {
    const database = await open('x'.repeat(100));
    onTestFinished(() => database.stop('fast'));
    expect(await ask(database.appUrl, 'show listen_addresses')).toEqual([{ listen_addresses: '127.0.0.1' }]);
    const pid = postmasterPid('x'.repeat(100));
    process.kill(pid, 'SIGKILL');
    await until(() =>
      ask<{ one: number }>(database.appUrl, 'select 1 as one').then(
        (rows) => rows[0]?.one === 1,
        () => false,
      ),
    );
    expect(postmasterPid('x'.repeat(100))).not.toBe(pid);
  }, 30_000);
});

function postmasterPid(name: string): number {
  const postmaster = readPostmaster(cluster(join(root, name)));
  if (!postmaster) throw new Error(`${name} is not running`);
  return postmaster.pid;
}

function unfinished(dataDir: string): string[] {
  return existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name.startsWith('database.new-')) : [];
}
