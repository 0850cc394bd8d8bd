import { execFileSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { attachEmbedded } from '#server/platform/database/embedded/embedded-database.ts';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { brokenInvariants, lostEntries } from '#server/testing/invariants.ts';
import { openJournal, type Journal } from '#server/testing/journal.ts';
import { freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { startWriters } from '#server/testing/writers.ts';

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let journalFolder: string;
let journal: Journal;
let port: number;
const start = async () => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};

beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  journalFolder = mkdtempSync(join(tmpdir(), 'jianye-journal-'));
  journal = openJournal(join(journalFolder, 'journal'));
  await start();
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
  journal.close();
  rmSync(journalFolder, { recursive: true, force: true });
});

/** Some process of the database that serves a connection; the server then restarts itself. */
function aBackend(postmaster: number): number | undefined {
  const children = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(postmaster)], { encoding: 'utf8' });
  const backends = children.split('\n').filter((line) => line.includes('jianye_app'));
  return Number(backends[randomInt(Math.max(backends.length, 1))]?.trim().split(/\s+/)[0]) || undefined;
}

const kills = {
  app: async () => {
    // the one that was killed before it may not be there again yet
    const isThere = folder.postmaster() !== null;
    await product.end('SIGKILL');
    // it left the database running, and starts again by itself (security D3)
    if (isThere) expect(folder.postmaster()).not.toBeNull();
    await start();
  },
  database: async () => {
    await folder.killPostmaster();
  },
  backend: async () => {
    const postmaster = folder.postmaster();
    const pid = postmaster === null ? undefined : aBackend(postmaster);
    if (pid !== undefined) process.kill(pid, 'SIGKILL');
  },
  both: async () => {
    await folder.killPostmaster();
    await product.end('SIGKILL');
    await start();
  },
};
/** More of the database's: a start of the whole product takes longer. */
const turns: readonly (keyof typeof kills)[] = ['database', 'app', 'backend', 'database', 'both', 'backend'];

async function check(): Promise<void> {
  const entries = journal.read();
  const urls = await attachEmbedded(folder.dataDir);
  expect(urls).not.toBeNull();
  const { ownerUrl } = urls ?? { ownerUrl: '' };
  expect(await lostEntries(ownerUrl, entries, customerType)).toEqual([]);
  expect(await brokenInvariants(ownerUrl, folder.dataDir, customerType)).toEqual([]);
}

it(
  'keeps every acknowledged write when application and database are killed at random moments under eight writers (security D1)',
  async () => {
    const writers = startWriters({ url: product.url, tokens: pattern.tokens, journal, type: customerType });
    for (let round = 0; round < repetitions(200); round += 1) {
      await writers.progress(8);
      await sleep(randomInt(120));
      await kills[turns[round % turns.length] ?? 'app']();
      // the application stays, and finds its database again
      await writers.progress(1);
      expect(product.isRunning()).toBe(true);
      if (round % 20 === 19) await check();
    }
    await writers.stop();
    await check();
    // every write of the keys is there once, although many were asked again after a kill
    const customers = journal.read().filter((entry) => entry.kind === 'record');
    expect(new Set(customers.map((entry) => entry.id)).size).toBe(customers.length);
    expect(writers.acknowledged()).toBe(journal.read().length);
    // some requests did meet a kill, else this test has shown nothing
    expect(writers.troubles().get('none') ?? 0).toBeGreaterThan(0);
    expect(product.log().filter((line) => line.includes('unhandled rejection'))).toEqual([]);
    expect(await product.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(folder.postmaster()).toBeNull();
  },
  isSoak ? 3_600_000 : 240_000,
);
