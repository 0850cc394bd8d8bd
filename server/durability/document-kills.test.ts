import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { documentClient, sharedDocuments } from '#server/testing/documents/document-clients.ts';
import { brokenDocuments } from '#server/testing/documents/document-invariants.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions } from '#server/testing/repetitions.ts';

// Documents with lines, totals, numbers and states, killed at random moments under clients that do whatever can be done.

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
const start = async () => {
  const entry = 'server/testing/documents/document-product.ts';
  product = await startProduct({ dataDir: folder.dataDir, port, entry });
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

/** What the documents that the database holds contradict, and those of `ids` that it has not. */
const check = (ids: readonly number[]): Promise<{ broken: string[]; lost: number[] }> =>
  folder.asOwner(async (db) => {
    const held = await db
      .selectFrom('fixture_document' as never)
      .select('document_id' as never)
      .execute();
    const there = new Set(held.map((row) => Number(row['document_id'])));
    return { broken: await brokenDocuments(db), lost: ids.filter((id) => !there.has(id)) };
  });

it(
  'leaves whole documents when application and database are killed at random moments',
  async () => {
    const shared = sharedDocuments();
    let isOver = false;
    let done = 0;
    let unanswered = 0;
    const work = async (token: string, seed: number): Promise<void> => {
      const ask = (path: string, body: Record<string, unknown>) => callProduct(product.url, path, body, { token });
      const client = documentClient(ask, shared, pattern.userIds, seed);
      while (!isOver)
        await client.act().then(
          ({ answer }) => (done += answer.code === 0 ? 1 : 0),
          async () => {
            unanswered += 1;
            await sleep(20);
          },
        );
    };
    const clients = pattern.tokens.map((token, at) => work(token, at + 1));
    for (let round = 0; round < repetitions(50); round += 1) {
      for (const before = done; done < before + 30;) await sleep(10);
      await sleep(randomInt(150));
      if (round % 2 === 1) await folder.killPostmaster();
      await product.end('SIGKILL');
      await start();
      expect(await check([...shared.ids])).toEqual({ broken: [], lost: [] });
    }
    isOver = true;
    await Promise.all(clients);
    expect(await check([...shared.ids])).toEqual({ broken: [], lost: [] });
    // some requests did meet a kill, else this test has shown nothing
    expect(unanswered).toBeGreaterThan(0);
  },
  isSoak ? 1_800_000 : 240_000,
);
