import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { approvalClient, sharedApprovals, type Acknowledged } from '#server/testing/approvals/approval-clients.ts';
import { brokenApprovals } from '#server/testing/approvals/approval-invariants.ts';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

// Documents that are submitted, passed, refused and withdrawn by people who are killed with the product.

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
const start = async () => {
  product = await startProduct({
    dataDir: folder.dataDir,
    port,
    entry: 'server/testing/approvals/approval-product.ts',
  });
};

beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  await start();
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
});

const check = (done: readonly Acknowledged[]): Promise<string[]> => folder.asOwner((db) => brokenApprovals(db, done));

it(
  'leaves whole decisions when application and database are killed at random moments',
  async () => {
    const shared = sharedApprovals();
    let isOver = false;
    let unanswered = 0;
    const work = async (token: string, at: number): Promise<void> => {
      const ask = (path: string, body: Record<string, unknown>) => callProduct(product.url, path, body, { token });
      const client = approvalClient(ask, shared, pattern.userIds, pattern.userIds[at] ?? 0, at + 1);
      while (!isOver)
        await client.act().catch(async () => {
          unanswered += 1;
          await sleep(20);
        });
    };
    const clients = pattern.tokens.map(work);
    for (let round = 0; round < repetitions(100); round += 1) {
      for (const before = shared.done.length; shared.done.length < before + 20;) await sleep(10);
      await sleep(randomInt(150));
      if (round % 2 === 1) await folder.killPostmaster();
      await product.end('SIGKILL');
      await start();
      expect(await check([...shared.done])).toEqual([]);
    }
    isOver = true;
    await Promise.all(clients);
    expect(await check(shared.done)).toEqual([]);
    // some requests did meet a kill, and every kind of decision was made, else this test has shown nothing
    expect(unanswered).toBeGreaterThan(0);
    for (const action of ['submitted', 'passed', 'rejected', 'withdrawn'] as const)
      expect(shared.done.some((one) => one.action === action)).toBe(true);
  },
  isSoak ? 3_600_000 : 240_000,
);
