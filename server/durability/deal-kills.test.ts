import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { tokenFor } from '#server/testing/company.ts';
import { letDeal } from '#server/durability/deals/deal-company.ts';
import { brokenDeals } from '#server/durability/deals/deal-invariants.ts';
import { trials } from '#server/durability/deals/deal-trials.ts';
import { dealer, noDeals, type AskAs, type Deals } from '#server/durability/deals/dealer.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak, repetitions, seed } from '#server/testing/repetitions.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';

// What happens as a whole from product to cash, with the product killed while it does.

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
let shared: Deals;
const askAs: AskAs = (path, body, { token }, file) =>
  callProduct(product.url, path, body, { token, ...(file ? { file } : {}) });
const start = async () => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};
const people = () => pattern.tokens.map((token, at) => ({ token, userId: pattern.userIds[at] ?? 0 }));

beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  await start();
  const token = await folder.asOwner((db) => tokenFor(db, firstAdminUserId));
  const admin = { token, userId: firstAdminUserId };
  shared = noDeals(await folder.asOwner((db) => letDeal(db, askAs, admin, people())));
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
});

const stateOf = async (parts: RawBuilder<{ done: number; total: number }>) =>
  (await folder.asOwner((db) => parts.execute(db))).rows;
const broken = () => folder.asOwner((db) => brokenDeals(db, shared));

/** Milliseconds that the work of a trial takes, about: kills fall into it. */
const usual = new Map<string, number>();

it(
  'leaves all or nothing when application and database are killed, and goes on with it',
  async () => {
    const met = new Map<string, number>();
    const names = Object.keys(trials);
    const on = dealer(askAs, shared, people(), seed);
    for (let round = 0; round < repetitions(100); round += 1) {
      const name = names[(round + seed) % names.length] ?? '';
      const trial = await trials[name]?.(on);
      if (!trial) throw new Error(`nothing to try: ${name}`);
      const sent = trial.send().map((reply) => reply.then(({ code }) => code === 0).catch(() => null));
      await sleep(randomInt(usual.get(name) ?? 60));
      if (round % 2 === 1) await folder.killPostmaster();
      await product.end('SIGKILL');
      const replies = await Promise.all(sent);
      await start();
      met.set(name, (met.get(name) ?? 0) + replies.filter((reply) => reply !== true).length);
      const left = await stateOf(trial.parts);
      expect(left.length).toBeGreaterThan(0);
      for (const { done, total } of left) expect([name, 0, total]).toContain(done);
      // what was acknowledged is there
      expect(left.filter(({ done }) => done > 0).length).toBeGreaterThanOrEqual(
        replies.length === left.length ? replies.filter((reply) => reply === true).length : 0,
      );
      expect(await broken()).toEqual([]);
      // asked again, it is done once, whatever the kill has left of it
      const began = performance.now();
      await Promise.all(trial.send());
      usual.set(name, Math.max(10, Math.min(300, Math.round(performance.now() - began))));
      for (const { done, total } of await stateOf(trial.parts)) expect([name, done]).toEqual([name, total]);
      expect(await broken()).toEqual([]);
      // what the dead product could not answer is no failure of the living one
      shared.failed.splice(0);
    }
    // kills did meet the work, else this test has shown nothing
    const interrupted = [...met].filter(([, count]) => count > 0).map(([name]) => name);
    if (isSoak) expect(interrupted.toSorted()).toEqual(names.toSorted());
    else expect(interrupted.length).toBeGreaterThan(names.length / 2);
  },
  isSoak ? 3_600_000 : 300_000,
);
