import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { moneyClient, noDeals } from '#server/durability/money/money-clients.ts';
import { letSell } from '#server/durability/money/money-company.ts';
import { brokenMoney } from '#server/durability/money/money-invariants.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

// Contracts and receivables of people who are killed with the product while they sell, take money and discard it.

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
let productId: number;
const start = async () => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};

beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  await start();
  ({ productId } = await folder.asOwner(letSell));
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
});

it(
  'leaves ledger, heads and documents in agreement when application and database are killed at random moments',
  async () => {
    const shared = noDeals();
    let isOver = false;
    let unanswered = 0;
    const work = async (token: string, at: number): Promise<void> => {
      const ask = (path: string, body: Record<string, unknown>) => callProduct(product.url, path, body, { token });
      const userId = pattern.userIds[at] ?? 0;
      const client = moneyClient(ask, shared, { productId, people: pattern.userIds, userId, seed: at + 1 });
      while (!isOver)
        await client.act().catch(async () => {
          unanswered += 1;
          await sleep(20);
        });
    };
    const clients = pattern.tokens.map(work);
    const count = () => Object.values(shared).reduce((sum, list) => sum + list.length, 0);
    for (let round = 0; round < repetitions(100); round += 1) {
      for (const before = count(); count() < before + 20;) await sleep(10);
      await sleep(randomInt(150));
      if (round % 2 === 1) await folder.killPostmaster();
      await product.end('SIGKILL');
      await start();
      expect(await folder.asOwner((db) => brokenMoney(db, structuredClone(shared)))).toEqual([]);
    }
    isOver = true;
    await Promise.all(clients);
    expect(await folder.asOwner((db) => brokenMoney(db, shared))).toEqual([]);
    // some requests did meet a kill, and all of it was done, else this test has shown nothing
    expect(unanswered).toBeGreaterThan(0);
    for (const list of Object.values(shared)) expect(list.length).toBeGreaterThan(0);
  },
  isSoak ? 3_600_000 : 240_000,
);
