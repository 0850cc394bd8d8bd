import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import type { StartFailure } from '#server/platform/config.ts';
import { startFailures } from '#server/start-failures.ts';
import { dataFolder, openPattern } from '#server/testing/data-folder.ts';
import { callProduct, freePort, spawnProduct, startProduct } from '#server/testing/process.ts';
import { isSoak, someOf } from '#server/testing/repetitions.ts';
import { openSmallDisk } from '#server/testing/small-disk.ts';
import { emptyDatabase } from '#server/testing/test-database.ts';

/** What a start is given, and what its line names; null where this machine cannot make the cause. */
interface Cause {
  readonly env: Record<string, string>;
  readonly names: string;
}

const emptyFolder = (): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'jianye-failing-')));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Holds a port as another program would. */
async function takePort(): Promise<number> {
  const port = await freePort();
  const server = createServer();
  await new Promise<void>((done) => server.listen(port, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  return port;
}

const setting = (name: string, value: string) => async (): Promise<Cause> => ({ env: { [name]: value }, names: name });
const otherDatabase = (change: (url: URL) => void) => async (): Promise<Cause> => {
  const url = new URL((await emptyDatabase()).ownerUrl);
  change(url);
  return { env: { DATABASE_URL: url.href }, names: url.pathname };
};

const causes: Readonly<Record<StartFailure, Readonly<Record<string, () => Promise<Cause | null>>>>> = {
  setting: {
    'a port that is no number': setting('PORT', 'http'),
    'a DATABASE_URL that is no address': setting('DATABASE_URL', 'nonsense'),
    'a DATABASE_URL with a port beyond all ports': setting('DATABASE_URL', 'postgresql://a:b@localhost:99999/jianye'),
    'a DATABASE_URL with a password that is not encoded': setting(
      'DATABASE_URL',
      'postgresql://a:b%zz@localhost/jianye',
    ),
    'an owner without a database': setting('MIGRATION_DATABASE_URL', 'postgresql://a:b@localhost/jianye'),
  },
  listen: {
    'a busy port': async () => {
      const port = String(await takePort());
      return { env: { PORT: port }, names: port };
    },
    'an address of another machine': async () => ({ env: { HOST: '192.0.2.1' }, names: '192.0.2.1' }),
  },
  folder: {
    'a DATA_DIR on a disk that may only be read': async () => {
      const disk = openSmallDisk(32 * 1024 * 1024);
      if (!disk) return null;
      onTestFinished(() => disk.remove());
      disk.readOnly(true);
      return { env: { DATA_DIR: disk.folder }, names: disk.folder };
    },
    'a DATA_DIR below a file': async () => {
      const file = join(emptyFolder(), 'file');
      writeFileSync(file, '');
      return { env: { DATA_DIR: join(file, 'data') }, names: file };
    },
  },
  inUse: {
    'a second server on one DATA_DIR': async () => {
      const folder = (await openPattern()).copy();
      onTestFinished(() => folder.remove());
      const first = await startProduct({ dataDir: folder.dataDir, port: await freePort() });
      onTestFinished(async () => void (await first.end('SIGKILL')));
      return { env: { DATA_DIR: folder.dataDir }, names: folder.dataDir };
    },
  },
  database: {
    'a database that nobody serves': async () => {
      const port = await freePort();
      const place = `127.0.0.1:${port}/jianye`;
      return { env: { DATABASE_URL: `postgresql://jianye:secret-word@${place}` }, names: place };
    },
    'a host that there is not': async () => ({
      env: { DATABASE_URL: 'postgresql://jianye:secret-word@no-such-host.invalid/jianye' },
      names: 'no-such-host.invalid',
    }),
    'a wrong password': otherDatabase((url) => (url.password = 'secret-word')),
    'a database that there is not': otherDatabase((url) => (url.pathname = '/no_such_database')),
  },
  unsafe: {
    'a database that commits without waiting': async () => {
      const { ownerUrl } = await emptyDatabase();
      const name = new URL(ownerUrl).pathname.slice(1);
      await withClient(
        ownerUrl,
        async (client) => void (await client.query(`alter database "${name}" set synchronous_commit = off`)),
      );
      return { env: { DATABASE_URL: ownerUrl }, names: 'synchronous_commit' };
    },
  },
  other: {
    'a DATA_DIR whose database has lost its secrets': async () => {
      const folder = emptyFolder();
      mkdirSync(join(folder, 'database'));
      return { env: { DATA_DIR: folder }, names: folder };
    },
  },
};

const all = Object.entries(causes).flatMap(([kind, those]) =>
  Object.entries(those).map(([name, make]) => ({ kind: kind as StartFailure, name, make })),
);

describe('a start that fails (R2.3)', () => {
  it.each(someOf(all, 3))(
    'because of $name says so in one line of two languages, and ends with its code',
    async (cause) => {
      const made = await cause.make();
      if (!made) return;
      const { DATA_DIR: dataDir = emptyFolder(), PORT: port, ...env } = made.env;
      const began = performance.now();
      const product = spawnProduct({
        dataDir,
        port: await freePort(),
        env: port === undefined ? env : { ...env, PORT: port },
      });
      const { code } = await product.ended;
      // the time holds on a machine that does nothing else (security D3)
      if (isSoak) expect(performance.now() - began).toBeLessThan(5_000);
      expect([code, product.said(), product.log().length]).toEqual([startFailures[cause.kind].code, '', 1]);
      const [line = ''] = product.log();
      expect(line).toMatch(/^[^·]*[\u4e00-\u9fff][^·]* · [A-Z/][\u0020-\u007e]*(?:简业[\u0020-\u007e]*)?$/);
      expect(line).toContain(made.names);
      expect(line).not.toMatch(/secret-word|\bat .*:\d+:\d+/);
    },
  );

  it('has a code of its own for each kind, and README names them all', async () => {
    const codes = Object.values(startFailures).map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    const lines = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split('\n');
    for (const code of codes) expect(lines.filter((line) => line.startsWith(`| ${code} | `))).toHaveLength(1);
  });
});

describe('the first start', () => {
  it(
    'on a busy port leaves no company, and the next one on a free port reports the logins (N12)',
    { timeout: 180_000 },
    async () => {
      const folder = dataFolder(emptyFolder());
      onTestFinished(() => folder.remove());
      const env = { DEMO_DATA: '1', ADMIN_PASSWORD: '' };
      const busy = spawnProduct({ dataDir: folder.dataDir, port: await takePort(), env });
      expect((await busy.ended).code).toBe(startFailures.listen.code);
      expect(busy.said()).toBe('');

      const product = spawnProduct({ dataDir: folder.dataDir, port: await freePort(), env });
      onTestFinished(async () => void (await product.end('SIGKILL')));
      // it holds its port at once, and is closed until the company is there
      const statuses = new Set<number>();
      while (product.isRunning() && !product.said().includes('http://')) {
        const { status } = await fetch(`${product.url}/sysConfig/querySysConfig`, { method: 'POST' }).catch(() => ({
          status: 0,
        }));
        statuses.add(status);
        await sleep(20);
      }
      statuses.delete(0);
      statuses.delete(200);
      expect([...statuses]).toEqual([503]);
      await product.ready();
      const told = /admin {2}(\S+)/.exec(product.said())?.[1] ?? '';
      const login = (password: string) =>
        callProduct(product.url, 'login', { username: 'admin', password }, { token: '' });
      expect(await login(told)).toMatchObject({ code: 0, body: { mustChangePassword: 0 } });

      // and again on request, on the machine: another one, which works once
      const command = spawnProduct({
        dataDir: folder.dataDir,
        port: await freePort(),
        entry: 'server/modules/auth/logins-command.ts',
      });
      expect([(await command.ended).code, command.log()]).toEqual([0, []]);
      const again = /^admin {2}(\S+)$/m.exec(command.said())?.[1] ?? '';
      expect((await login(told)).code).not.toBe(0);
      expect(await login(again)).toMatchObject({ code: 0, body: { mustChangePassword: 1 } });
      await product.end('SIGTERM');
    },
  );
});
