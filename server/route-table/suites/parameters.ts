import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { report } from '#server/route-table/cases.ts';
import { openHostile, show, type Hostile } from '#server/route-table/hostile.ts';
import { marker, payloads } from '#server/route-table/payloads.ts';
import { inputShape, places, withValue } from '#server/route-table/schema.ts';
import { callsOf, shareOf, type Shard } from '#server/route-table/shard.ts';
import { inTurn } from '#server/testing/repetitions.ts';

/** Every call of a shard with what tries to be SQL in every place: two payloads a day for each, all of them in a soak. */
export function bindsParameters(shard: Shard): void {
  describe('parameters (security X1)', () => {
    let hostile: Hostile;
    beforeAll(async () => {
      hostile = await openHostile(shard);
    });
    afterAll(() => hostile.close());

    it('of every parameter and part of one are bound: no accident, and none in a statement', async () => {
      const { table, things, attempt, forgetTurns } = hostile;
      const somePayloads = inTurn(payloads);
      let cases = 0;
      const calls = callsOf(shard, table.answering).filter(({ path }) => path !== 'logout');
      for (const endpoint of calls) {
        const example = await table.example(endpoint, things);
        // a login that the payloads may end
        const person = ['system/user/updatePassword'].includes(endpoint.path) ? await table.hire({ roles: [1] }) : null;
        const own = person ? { ...example, token: person.token } : example;
        for (const { path } of places(inputShape(endpoint))) {
          // each costs a slow hash, and none of them reaches a statement
          const isPassword = /pass|pwd/i.test(path);
          for (const payload of isPassword ? [payloads[cases % 9]] : somePayloads(2)) {
            if (endpoint.answer === 'file') await forgetTurns();
            const key = path.replace('*', 'remark');
            await attempt(endpoint, { ...own, body: withValue(own.body, key, payload) }, `${path} = ${show(payload)}`);
            cases += 1;
          }
        }
      }
      report(`X1: ${calls.length} routes, ${cases} cases`);
      expect(hostile.accidents).toEqual([]);
      expect(cases).toBeGreaterThan(shareOf(shard, 1000));
    });

    it('none came into a statement, and all tables are there', async () => {
      const { table, statements } = hostile;
      expect(statements.size).toBeGreaterThan(100);
      expect([...statements].filter((text) => text.includes(marker))).toEqual([]);
      const { admin } = table.company.people;
      expect((await table.company.call(`${table.type.family}/queryPageList`, {}, { as: admin })).code).toBe(0);
    });
  });
}
