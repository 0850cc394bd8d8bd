import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openApplication, type Application } from '#server/app.ts';
import { loadConfig } from '#server/platform/config.ts';
import { ballastFile } from '#server/platform/database/embedded/ballast.ts';
import { readClusterFiles } from '#server/platform/database/embedded/cluster-files.ts';
import { connectionUrl, withClient } from '#server/platform/database/embedded/connection.ts';
import { startEmbedded, type EmbeddedDatabase } from '#server/platform/database/embedded/embedded-database.ts';
import { superuser } from '#server/platform/database/embedded/initialise.ts';
import { readPostmaster } from '#server/platform/database/embedded/postmaster.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openCompany } from '#server/testing/company.ts';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { brokenInvariants, lostEntries } from '#server/testing/invariants.ts';
import type { Entry } from '#server/testing/journal.ts';
import { callProduct, freePort, startProduct, type ProductAnswer } from '#server/testing/process.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { openSmallDisk, type SmallDisk } from '#server/testing/small-disk.ts';

const megabyte = 1024 * 1024;
const room = 400 * megabyte;
const canMount = (() => {
  const disk = openSmallDisk();
  disk?.remove();
  return disk !== null;
})();

const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
    : [];

const refusal = { status: 507, code: 507, msg: '磁盘空间不足' };

// where nobody may mount, the refusals are proven by answer.test.ts and disk-guard.test.ts
describe.skipIf(!canMount)('on a disk that fills', () => {
  let pattern: Pattern;
  let disk: SmallDisk;
  let folder: DataFolder | null;
  beforeAll(async () => {
    pattern = await openPattern();
  });
  beforeEach(() => {
    const mounted = openSmallDisk();
    if (!mounted) throw new Error('mounted before, but not now');
    disk = mounted;
    folder = null;
    onTestFinished(async () => {
      await folder?.remove();
      disk.remove();
    });
  });

  const onDisk = (): string => {
    const place = join(disk.folder, 'data');
    mkdirSync(place);
    return place;
  };
  const call = (url: string, path: string, body: Record<string, unknown> = {}, file?: Buffer<ArrayBuffer>) =>
    callProduct(url, path, body, {
      token: pattern.tokens[0] ?? '',
      ...(file ? { file: { name: '附件.txt', content: file } } : {}),
    });
  const upload = (url: string) => call(url, 'file/upload', {}, Buffer.from('附'.repeat(20_000)));
  let turn = 0;
  /** A large one, so that the disk is soon full. */
  const save = async (url: string): Promise<{ answer: ProductAnswer; name: string }> => {
    const name = `客户 ${(turn += 1)}`;
    const entity = { customerName: name, remark: '备'.repeat(200) };
    return { answer: await call(url, 'CrmCustomer/addOrUpdate', { entity, field: [] }), name };
  };
  const entryOf = ({ answer, name }: { answer: ProductAnswer; name: string }): Entry => ({
    kind: 'record',
    id: (answer.data as { customerId: number }).customerId,
    name,
    key: '',
  });
  const until = async (url: string, isWanted: (answer: ProductAnswer) => boolean, seconds = 30) => {
    for (const began = Date.now(); ; await sleep(100)) {
      const { answer } = await save(url);
      if (isWanted(answer)) return;
      if (Date.now() - began > seconds * 1000)
        throw new Error(`in vain: ${answer.status} ${answer.code} ${answer.msg}`);
    }
  };

  it('the whole product refuses writes below its reserve, reads on, lets people in, and writes again once there is room (security D8)', async () => {
    folder = pattern.copy(onDisk());
    const product = await startProduct({ dataDir: folder.dataDir, port: await freePort() });
    try {
      const { url } = product;
      expect((await save(url)).answer).toMatchObject({ code: 0 });
      expect(await upload(url)).toMatchObject({ code: 0 });
      disk.leave(room);
      await until(url, (answer) => answer.status === 507);
      expect((await save(url)).answer).toMatchObject(refusal);
      expect(await upload(url)).toMatchObject(refusal);
      expect(await call(url, 'CrmCustomer/queryPageList')).toMatchObject({ code: 0 });
      const login = await call(url, 'login', { username: 'admin', password: 'Jy-Test-7412-pass' });
      expect(login).toMatchObject({ code: 0 });
      expect(await call(url, 'refresh', { refreshToken: login.body['refreshToken'] ?? '' })).not.toMatchObject(refusal);
      disk.leave(2 * room);
      await until(url, (answer) => answer.code === 0);
      expect(await upload(url)).toMatchObject({ code: 0 });
      expect(product.log().filter((line) => line.includes('almost full') || line.includes('has room')).length).toBe(2);
    } finally {
      await product.end('SIGTERM');
    }
  });

  interface Opened {
    readonly url: string;
    readonly database: EmbeddedDatabase;
    readonly application: Application;
  }

  /** The application without its reserve, so that the disk can really be full. */
  async function open(ballastBytes = 0): Promise<Opened> {
    folder = pattern.copy(onDisk());
    if (ballastBytes > 0) rmSync(ballastFile(folder.clusterFolder));
    const log = openLog('silent');
    const { dataDir } = folder;
    const database = await startEmbedded({ dataDir, log, ballastBytes });
    const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
    const application = await openApplication({ config, log, databaseUrl: database.appUrl, reserve: () => 0 });
    onTestFinished(async () => {
      await application.close();
      await database.stop('fast');
    });
    return { url: await application.app.listen({ port: 0, host: '127.0.0.1' }), database, application };
  }

  it('a write that no longer fits is rolled back whole and answered 507; reads go on, and writes once there is room (security D8)', async () => {
    const { url, database } = await open();
    const dataDir = folder?.dataDir ?? '';
    const acknowledged: Entry[] = [];
    for (let round = 0; round < 3; round += 1) {
      disk.leave(0);
      for (;;) {
        const saved = await save(url);
        if (saved.answer.code !== 0) {
          expect(saved.answer).toMatchObject(refusal);
          break;
        }
        acknowledged.push(entryOf(saved));
      }
      expect(await call(url, 'CrmCustomer/queryPageList')).toMatchObject({ code: 0 });
      expect(await upload(url)).toMatchObject(refusal);
      expect(filesBelow(join(dataDir, 'uploads'))).toEqual([]);
      expect(filesBelow(join(dataDir, 'files'))).toEqual([]);
      disk.leave(room);
      const saved = await save(url);
      expect(saved.answer).toMatchObject({ code: 0 });
      acknowledged.push(entryOf(saved));
    }
    expect(acknowledged.length).toBeGreaterThan(3);
    expect(await lostEntries(database.ownerUrl, acknowledged, customerType)).toEqual([]);
    expect(await brokenInvariants(database.ownerUrl, dataDir, customerType)).toEqual([]);
  });

  /** Uses the log of the database up until the disk has no room for its next part, and the server is gone. */
  async function exhaust({ url }: Opened, acknowledged: Entry[]): Promise<void> {
    const files = readClusterFiles(folder?.dataDir ?? '');
    const postmaster = readPostmaster(folder?.clusterFolder ?? '');
    if (!files || !postmaster) throw new Error('no database');
    const superUrl = connectionUrl(postmaster.endpoint, superuser, files.secrets.superuser, 'postgres');
    disk.leave(0);
    await withClient(superUrl, async (client) => {
      client.on('error', () => undefined);
      for (;;) {
        const saved = await save(url);
        if (saved.answer.code === 0) acknowledged.push(entryOf(saved));
        else if (saved.answer.status === 503) return;
        await client.query('select pg_switch_wal()');
      }
    }).catch(() => undefined);
  }

  // by itself on the machine only: what else writes decides how much room recovery finds
  it.runIf(isSoak)(
    'a database that stops because its log has no room means 503 without a hang, comes back with the ballast or with room, and has lost nothing (security D9)',
    async () => {
      const opened = await open(24 * megabyte);
      const { url, database } = opened;
      const dataDir = folder?.dataDir ?? '';
      const ballast = ballastFile(folder?.clusterFolder ?? '');
      while (!existsSync(ballast)) await sleep(20);
      const acknowledged: Entry[] = [];
      // the first time the ballast makes the room that recovery needs
      await exhaust(opened, acknowledged);
      await until(url, (answer) => answer.status !== 503, 60);
      expect(await call(url, 'CrmCustomer/queryPageList')).toMatchObject({ code: 0 });
      expect(existsSync(ballast)).toBe(false);
      // the second time nothing is left to let go of
      await exhaust(opened, acknowledged);
      for (let round = 0; round < 5; round += 1) {
        const { answer } = await save(url);
        expect([answer.status, answer.code]).toEqual([503, 503]);
        await sleep(200);
      }
      disk.leave(room);
      await until(url, (answer) => answer.code === 0, 60);
      expect(await lostEntries(database.ownerUrl, acknowledged, customerType)).toEqual([]);
      expect(await brokenInvariants(database.ownerUrl, dataDir, customerType)).toEqual([]);
    },
    120_000,
  );

  it('a file store without room answers 507, one that went away 503, and neither leaves a row or a file (security D10)', async () => {
    const company = await openCompany({ env: { DATA_DIR: disk.folder } });
    onTestFinished(() => company.close());
    const { seller } = company.people;
    const send = (content = Buffer.from('附'.repeat(20_000))) =>
      company.call('file/upload', {}, { as: seller, file: { name: '附件.txt', content } });
    const left = () => [...filesBelow(join(disk.folder, 'uploads')), ...filesBelow(join(disk.folder, 'files'))];
    const rows = async () => (await company.db.selectFrom('stored_file').select('storage_key').execute()).length;
    const customer = (customerName: string) =>
      company.call('CrmCustomer/addOrUpdate', { entity: { customerName }, field: [] }, { as: seller });
    expect(await send()).toMatchObject({ code: 0 });
    const before = [left(), await rows()];
    disk.leave(0);
    expect(await send()).toMatchObject(refusal);
    // the first blocks fit, the rest does not
    disk.leave(16_384);
    expect(await send()).toMatchObject(refusal);
    expect(await customer('照常')).toMatchObject({ code: 0 });
    expect([left(), await rows()]).toEqual(before);
    disk.leave(room);
    disk.readOnly(true);
    expect(await send()).toMatchObject({ status: 503, code: 503 });
    disk.readOnly(false);
    expect([left(), await rows()]).toEqual(before);
    expect(await send()).toMatchObject({ code: 0 });
    expect(await rows()).toBe(2);
  });
});

it('a log that cannot be written costs its lines: requests go on, and the product ends when told (security D10)', async () => {
  const pattern = await openPattern();
  const folder = pattern.copy();
  try {
    const product = await startProduct({ dataDir: folder.dataDir, port: await freePort(), logFile: '/dev/full' });
    const body = { entity: { customerName: '没有日志', unknown: 1 }, field: [] };
    const token = pattern.tokens[0] ?? '';
    for (let round = 0; round < 3; round += 1)
      expect(await callProduct(product.url, 'CrmCustomer/queryPageList', { unknown: 1 }, { token })).toMatchObject({
        code: 0,
      });
    expect(await callProduct(product.url, 'CrmCustomer/addOrUpdate', body, { token })).toMatchObject({ code: 0 });
    expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
  } finally {
    await folder.remove();
  }
});
