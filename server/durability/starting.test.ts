import { spawn } from 'node:child_process';
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { findBinaries } from '#server/platform/database/embedded/binaries.ts';
import { readClusterFiles } from '#server/platform/database/embedded/cluster-files.ts';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import { attachEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { hostingOf, launch } from '#server/platform/database/embedded/hosting.ts';
import { dataFolder, openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { callProduct, freePort, spawnProduct, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { startFailures } from '#server/start-failures.ts';

let pattern: Pattern;
let folder: DataFolder;
const running: ProductProcess[] = [];
beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
});
afterEach(async () => {
  for (const product of running.splice(0)) await product.end('SIGKILL');
});
afterAll(async () => {
  await folder.remove();
});

async function spawned(env: Record<string, string> = {}, dataDir = folder.dataDir): Promise<ProductProcess> {
  const product = spawnProduct({ dataDir, port: await freePort(), env });
  running.push(product);
  return product;
}
async function started(): Promise<ProductProcess> {
  const product = await startProduct({ dataDir: folder.dataDir, port: await freePort() });
  running.push(product);
  return product;
}
const ownerUrl = async (): Promise<string> => (await attachEmbedded(folder.dataDir))?.ownerUrl ?? '';
const names = () =>
  ownerUrl().then((url) =>
    withClient(url, async (client) => {
      const { rows } = await client.query<{ name: string }>('select customer_name as name from customer order by 1');
      return rows.map((row) => row.name);
    }),
  );
const save = async ({ url }: ProductProcess, customerName: string) => {
  const token = pattern.tokens[0] ?? '';
  const answer = await callProduct(url, 'CrmCustomer/addOrUpdate', { entity: { customerName }, field: [] }, { token });
  expect(answer).toMatchObject({ code: 0 });
};

describe('the whole product', () => {
  it('is killed alone, and started again goes on with the database that was left running (security D3)', async () => {
    const first = await started();
    await save(first, '甲');
    const postmaster = folder.postmaster();
    await first.end('SIGKILL');
    expect(folder.postmaster()).toBe(postmaster);
    const second = await started();
    expect(second.log().some((line) => line.includes('"adopted":true'))).toBe(true);
    await save(second, '乙');
    expect(await names()).toEqual(expect.arrayContaining(['甲', '乙']));
    expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(folder.postmaster()).toBeNull();
  });

  it('refuses to be started twice: the second ends within 5 s with one line and changes nothing (security D3)', async () => {
    const first = await started();
    await save(first, '丙');
    const before = { postmaster: folder.postmaster(), names: await names() };
    const began = performance.now();
    const second = await spawned();
    expect(await second.ended).toEqual({ code: startFailures.inUse.code, signal: null });
    // the time holds on a machine that does nothing else
    if (isSoak) expect(performance.now() - began).toBeLessThan(5_000);
    expect(second.log()).toEqual([
      expect.stringContaining(
        ` · ${folder.dataDir} is in use by another running 简业: stop that one, or set DATA_DIR to another folder.`,
      ),
    ]);
    expect(second.said()).toBe('');
    expect({ postmaster: folder.postmaster(), names: await names() }).toEqual(before);
    await save(first, '丁');
    await first.end('SIGTERM');
  });

  it('starts although the machine went down with it, and a stranger has the number of its database since (security D3)', async () => {
    const first = await started();
    await save(first, '戊');
    const pidFile = join(folder.clusterFolder, 'postmaster.pid');
    const left = readFileSync(pidFile, 'utf8');
    await folder.killPostmaster();
    await first.end('SIGKILL');
    const stranger = spawn('sleep', ['600'], { stdio: 'ignore' });
    try {
      writeFileSync(pidFile, left.replace(/^\d+/, String(stranger.pid)), { mode: 0o600 });
      const second = await started();
      expect(await names()).toContain('戊');
      expect(await second.end('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(folder.postmaster()).toBeNull();
      expect(stranger.exitCode).toBeNull();
    } finally {
      stranger.kill();
    }
  });

  it.each(['fsync', 'full_page_writes', 'synchronous_commit'])(
    'does not work with a database that has %s off (security D2)',
    async (name) => {
      const files = readClusterFiles(folder.dataDir);
      if (!files) throw new Error('no database');
      // somebody has started the server by hand, faster and careless
      const settings = [
        'listen_addresses=',
        `unix_socket_directories=${files.sockets}`,
        'shared_buffers=16MB',
        `${name}=off`,
      ];
      const args = settings.flatMap((setting) => ['-c', setting]);
      const server = launch(hostingOf(findBinaries(), files.cluster), 'postgres', ['-D', files.cluster, ...args], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let said = '';
      server.stderr?.setEncoding('utf8').on('data', (text: string) => (said += text));
      const ended = new Promise((done) => server.once('close', done));
      try {
        while (!(await attachEmbedded(folder.dataDir))) {
          if (server.exitCode !== null) throw new Error(`the server ended: ${said}`);
          await sleep(50);
        }
        const product = await spawned();
        // together: where it ends otherwise, the log says why
        expect({ ...(await product.ended), log: product.log() }).toEqual({
          code: startFailures.unsafe.code,
          signal: null,
          log: [expect.stringContaining(` · The database runs with ${name} = off and may lose data: turn it on.`)],
        });
      } finally {
        server.kill('SIGINT');
        await ended;
      }
    },
  );

  it('does not work with a database of its own choice whose role commits without waiting (security D2)', async () => {
    const first = await started();
    const urls = await attachEmbedded(folder.dataDir);
    const careless = async (setting: string) =>
      withClient(urls?.ownerUrl ?? '', async (client) => void (await client.query(`alter database jianye ${setting}`)));
    await careless('set synchronous_commit = off');
    const product = await spawned({ DATABASE_URL: urls?.appUrl ?? '' });
    expect(await product.ended).toEqual({ code: startFailures.unsafe.code, signal: null });
    expect(product.log()).toEqual([
      expect.stringContaining('The database runs with synchronous_commit = off and may lose data: turn it on.'),
    ]);
    await careless('reset synchronous_commit');
    await first.end('SIGTERM');
  });
});

describe('a signal while it starts', () => {
  const has = (...path: string[]) => existsSync(join(...path));
  const moments: Record<string, (product: ProductProcess, place: DataFolder) => boolean> = {
    'makes the database': (_product, { dataDir }) => has(dataDir) && statSync(dataDir).nlink > 2,
    'starts the database': (_product, { clusterFolder }) => has(clusterFolder, 'postmaster.pid'),
    'looks at the tables': (product) => product.log().some((line) => line.includes('the embedded database is up')),
    'opens its port': (product) => product.said().includes('http://'),
  };

  it.each(Object.keys(moments))('and %s ends it cleanly, and the next start works (security D15)', async (moment) => {
    const place = moment === 'makes the database' ? dataFolder(`${folder.dataDir}-new`) : pattern.copy();
    try {
      const product = await spawned({}, place.dataDir);
      while (product.isRunning() && !moments[moment]?.(product, place)) await sleep(5);
      expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
      expect(product.troubles()).toEqual([]);
      expect(place.postmaster()).toBeNull();
      const next = await spawned({}, place.dataDir);
      await next.ready();
      await next.end('SIGKILL');
    } finally {
      await place.remove();
    }
  });
});
