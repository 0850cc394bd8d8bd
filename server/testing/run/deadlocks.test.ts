import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openCompany, type Company } from '#server/testing/company.ts';
import { deadlocksOf } from '#server/testing/run/deadlocks.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany();
});
afterAll(() => company.close());

it('tells who waited for whom and with which statements', async () => {
  expect(await deadlocksOf(company.db)).toEqual([]);
  const inTurn = (...names: number[]) =>
    company.db.transaction().execute(async (trx) => {
      for (const name of names) {
        await sql`select pg_advisory_xact_lock(${name}::bigint) as crosswise`.execute(trx);
        await sleep(100);
      }
    });
  const ends = await Promise.allSettled([inTurn(1, 2), inTurn(2, 1)]);
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect.poll(async () => (await deadlocksOf(company.db)).length).toBe(1);
  const [told] = await deadlocksOf(company.db);
  expect(told?.match(/ waits for /g)).toHaveLength(2);
  expect(told?.match(/as crosswise/g)?.length).toBeGreaterThanOrEqual(2);
});
