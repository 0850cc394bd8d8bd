import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openPattern, type DataFolder, type Pattern } from '#server/testing/data-folder.ts';
import { callProduct, freePort, startProduct, type ProductProcess } from '#server/testing/process.ts';
import { isSoak } from '#server/testing/repetitions.ts';
import { tokenFor } from '#server/testing/company.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';

const rowCount = isSoak ? 100_000 : 15_000;
const kills = isSoak ? 50 : 5;

let pattern: Pattern;
let folder: DataFolder;
let product: ProductProcess;
let port: number;
let token: string;
beforeAll(async () => {
  pattern = await openPattern();
  folder = pattern.copy();
  port = await freePort();
  await start();
  const [leaver] = pattern.userIds;
  await folder.asOwner(async (db) => {
    token = await tokenFor(db, firstAdminUserId);
    await sql`
      insert into customer (customer_name, batch_id, owner_user_id, create_user_id)
      select '交接公司' || i, replace(gen_random_uuid()::text, '-', ''), ${leaver}, ${leaver}
      from generate_series(1, ${rowCount}::int) as i`.execute(db);
  });
});
afterAll(async () => {
  await product?.end('SIGKILL');
  await folder?.remove();
});

const start = async () => {
  product = await startProduct({ dataDir: folder.dataDir, port });
};
const ask = async (call: string, body: Record<string, unknown>) => {
  const answer = await callProduct(product.url, `system/handOver/${call}`, body, { token });
  expect(answer.msg).toBe('');
  return answer.data as { handOverId: number; total: number };
};
/** How many pieces are through, and whether the whole is. */
const stand = (handOverId: number, over: string) =>
  folder.asOwner(async (db) => {
    const { rows } = await sql<{ moved: number; state: string }>`
      select (select count(*)::int from customer where owner_user_id = ${pattern.userIds[1]}) as moved, state
      from hand_over where hand_over_id = ${handOverId}`.execute(db);
    return { moved: rows[0]?.moved ?? 0, isOver: rows[0]?.state === over };
  });

async function untilOver(handOverId: number, over: string): Promise<void> {
  for (const began = Date.now(); !(await stand(handOverId, over)).isOver; await sleep(50))
    if (Date.now() - began > 180_000) throw new Error('the hand-over does not end');
}

it(
  'a hand-over that is killed again and again hands each record over once, and its undo takes each back once',
  async () => {
    const [leaver, heir] = pattern.userIds;
    const { handOverId, total } = await ask('plan', { userId: leaver, rule: { kind: 'one', userId: heir } });
    expect(total).toBe(rowCount);
    await ask('start', { handOverId });
    let met = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      await sleep(randomInt(isSoak ? 1500 : 400));
      const { isOver } = await stand(handOverId, 'done');
      met += Number(!isOver);
      if (kill % 2 === 1) await folder.killPostmaster();
      await product.end('SIGKILL');
      await start();
    }
    await untilOver(handOverId, 'done');
    // some kills did meet it, else this test has shown nothing
    expect(met).toBeGreaterThan(0);
    const counted = () =>
      folder.asOwner(async (db) => {
        const { rows } = await sql<{ owner: number; records: number; events: number; version: number }>`
          select owner_user_id as owner, count(*)::int as records, max(version) as version,
            (select count(*)::int from event where type_code = 2 and type = 'crm_customer.transferred') as events
          from customer group by owner_user_id`.execute(db);
        return rows;
      });
    expect(await counted()).toEqual([{ owner: heir, records: rowCount, events: rowCount, version: 2 }]);
    await ask('undo', { handOverId });
    await sleep(randomInt(300));
    await product.end('SIGKILL');
    await start();
    await untilOver(handOverId, 'undone');
    expect(await counted()).toEqual([{ owner: leaver, records: rowCount, events: rowCount, version: 3 }]);
  },
  isSoak ? 3_600_000 : 240_000,
);
