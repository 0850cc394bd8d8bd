import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withClient } from '#server/platform/database/embedded/connection.ts';
import {
  attachEmbedded,
  startEmbedded,
  type EmbeddedDatabase,
} from '#server/platform/database/embedded/embedded-database.ts';
import { openLog } from '#server/platform/log/log.ts';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { brokenInvariants, lostEntries } from '#server/testing/invariants.ts';
import { openJournal } from '#server/testing/journal.ts';
import { callProduct, freePort, isHealthy, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { startWriters } from '#server/testing/writers.ts';

let pattern: Pattern;
let scratch: string;
const folders: DataFolder[] = [];
const running: ProductProcess[] = [];
beforeAll(async () => {
  pattern = await openPattern();
  scratch = mkdtempSync(join(tmpdir(), 'jianye-outage-'));
});
afterAll(async () => {
  for (const product of running) await product.end('SIGKILL');
  for (const folder of folders) await folder.remove();
  rmSync(scratch, { recursive: true, force: true });
});
const copy = (): DataFolder => {
  const folder = pattern.copy();
  folders.push(folder);
  return folder;
};
const begin = async (dataDir: string, env: Record<string, string> = {}): Promise<ProductProcess> => {
  const product = await startProduct({ dataDir, port: await freePort(), env });
  running.push(product);
  return product;
};
const token = (): string => pattern.tokens[0] ?? '';
const save = (url: string, customerName: string) =>
  callProduct(url, 'CrmCustomer/addOrUpdate', { entity: { customerName }, field: [] }, { token: token() });

/** A client that would keep its connection for as long as the server lets it; somebody else, who waits for no turn. */
function saveAndStay(url: string, customerName: string): Promise<{ code: number; connection: string | undefined }> {
  const agent = new Agent({ keepAlive: true });
  const headers = { 'admin-token': pattern.tokens[1] ?? '', 'content-type': 'application/json' };
  return new Promise((done, fail) => {
    const call = request(`${url}/CrmCustomer/addOrUpdate`, { agent, method: 'POST', headers }, (response) => {
      text(response).then((body) => {
        const { code } = JSON.parse(body) as { code: number };
        done({ code, connection: response.headers.connection });
      }, fail);
    });
    call.on('error', fail).end(JSON.stringify({ entity: { customerName }, field: [] }));
  });
}

/** An open stream of a page; `ended` says how it ended. */
async function openStream(url: string): Promise<{ ended: Promise<'properly' | 'broken'> }> {
  const response = await fetch(`${url}/push/stream`, { headers: { 'admin-token': token() } });
  expect(response.headers.get('content-type')).toContain('text/event-stream');
  const read = async () => {
    for await (const _part of response.body ?? []);
  };
  return {
    ended: read().then(
      () => 'properly',
      () => 'broken',
    ),
  };
}

it(
  'a stopped database means 503 and nothing else until it is back, and then the application goes on by itself (security D9, D11)',
  async () => {
    const folder = copy();
    const open = (): Promise<EmbeddedDatabase> =>
      startEmbedded({ dataDir: folder.dataDir, log: openLog('silent'), ballastBytes: 0 });
    let database = await open();
    const product = await begin(join(scratch, 'data'), {
      DATABASE_URL: database.appUrl,
      MIGRATION_DATABASE_URL: database.ownerUrl,
    });
    const stream = await openStream(product.url);
    let streamEnded = false;
    void stream.ended.then(() => (streamEnded = true));
    const journal = openJournal(join(scratch, 'journal'));
    const writers = startWriters({ url: product.url, tokens: pattern.tokens, journal, type: customerType });
    for (let round = 0; round < repetitions(20); round += 1) {
      await writers.progress(8);
      await database.stop('fast');
      const refusals = writers.troubles().get('503/503') ?? 0;
      const began = performance.now();
      const refused = await save(product.url, '谁也收不到');
      // the times hold on a machine that does nothing else
      if (isSoak) expect(performance.now() - began).toBeLessThan(2_000);
      expect(refused).toMatchObject({ status: 503, code: 503, msg: '系统暂时不可用，请稍后再试' });
      expect(await isHealthy(product.url)).toBe(false);
      while ((writers.troubles().get('503/503') ?? 0) < refusals + 8) await sleep(10);
      database = await open();
      const back = performance.now();
      await writers.progress(8);
      if (isSoak) expect(performance.now() - back).toBeLessThan(5_000);
    }
    await writers.stop();
    // not one request without an answer, and not one with another
    expect([...writers.troubles().keys()]).toEqual(['503/503']);
    expect(await lostEntries(database.ownerUrl, journal.read(), customerType)).toEqual([]);
    expect(await brokenInvariants(database.ownerUrl, join(scratch, 'data'), customerType)).toEqual([]);
    expect(product.log().filter((line) => line.includes('unhandled rejection'))).toEqual([]);
    expect(streamEnded).toBe(false);
    expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(await stream.ended).toBe('properly');
    await database.stop('fast');
    journal.close();
  },
  isSoak ? 300_000 : 120_000,
);

it('SIGTERM answers what has arrived, ends streams, and ends with code 0 within 20 s (security D15)', async () => {
  const folder = copy();
  const product = await begin(folder.dataDir);
  const { ownerUrl } = (await attachEmbedded(folder.dataDir)) ?? { ownerUrl: '' };
  const streams = await Promise.all([openStream(product.url), openStream(product.url)]);
  const wrong: unknown[] = [];
  const answered: string[] = [];
  let isOver = false;
  /** Clients that keep their connections and go on until nobody listens any more. */
  const visit = async (client: number) => {
    for (let turn = 0; !isOver; turn += 1) {
      const name = `客户 ${client} ${turn}`;
      const answer = await save(product.url, name).catch(() => null);
      if (answer?.code === 0) answered.push(name);
      else if (answer) wrong.push(answer);
      else if (!(await isHealthy(product.url))) return;
    }
  };
  const visits = Promise.all([1, 2, 3, 4, 5, 6].map(visit));
  while (answered.length < 30) await sleep(10);

  // one that takes its time: it waits for a lock when the signal comes
  const late = await withClient(ownerUrl, async (client) => {
    await client.query("select set_config('lock_timeout', '20s', false)");
    await client.query('begin');
    await client.query('lock table customer in share mode');
    const waiting = saveAndStay(product.url, '最后一位');
    const waitingForLock = async () =>
      (await client.query("select from pg_locks where not granted and relation = 'customer'::regclass")).rowCount ?? 0;
    // it and the six others
    while ((await waitingForLock()) < 7) await sleep(10);
    process.kill(product.pid, 'SIGTERM');
    await sleep(1_000);
    await client.query('rollback');
    return waiting;
  });
  const signalled = performance.now();
  expect(await product.ended).toEqual({ code: 0, signal: null });
  expect(performance.now() - signalled).toBeLessThan(19_000);
  isOver = true;
  await visits;
  expect(late).toEqual({ code: 0, connection: 'close' });
  expect(wrong).toEqual([]);
  expect(await Promise.all(streams.map((stream) => stream.ended))).toEqual(['properly', 'properly']);
  expect(product.troubles()).toEqual([]);
  expect(folder.postmaster()).toBeNull();

  // whatever was written was answered
  const again = await begin(folder.dataDir);
  const names = await withClient(ownerUrl, async (client) => {
    const { rows } = await client.query<{ name: string }>('select customer_name as name from customer');
    return rows.map((row) => row.name);
  });
  expect(names.toSorted()).toEqual([...answered, '最后一位'].toSorted());
  await again.end('SIGTERM');
});
