// own process: the driver of the database is watched
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { isTurn } from '#server/testing/repetitions.ts';
import type { Person } from '#server/testing/company.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable, report } from './cases.ts';
import type { Table } from './table.ts';
import { isHeld, type Things } from './things.ts';

// A call asks the database several times, and each time what it may read can be somebody else's since the last.

const plainQuery = pg.Client.prototype.query as (...args: unknown[]) => unknown;

let table: Table;
let person: Person;
let other: Person;
let things: Things;
let beside: pg.Client;
beforeAll(async () => {
  table = await openTable();
  person = await table.hire();
  other = await table.hire();
  things = await table.things(person);
  beside = new pg.Client(table.company.urls.ownerUrl);
  await beside.connect();
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
});
afterAll(async () => {
  pg.Client.prototype.query = plainQuery as typeof pg.Client.prototype.query;
  await beside.end();
  await table.company.close();
});

/** Statements of the call that is being watched, and before which of them what it reads goes to somebody else. */
let asked = 0;
let turn = 0;

function watched(this: pg.Client, ...args: unknown[]): unknown {
  asked += 1;
  const isTurnNow = asked === turn && typeof (args[0] as { submit?: unknown }).submit !== 'function';
  if (!isTurnNow) return plainQuery.apply(this, args);
  return give(person, other).then(() => plainQuery.apply(this, args));
}

/** Every record of one person belongs to another. */
async function give(from: Person, to: Person): Promise<void> {
  for (const { type } of recordModules()) {
    const owned = `update ${type.table} set owner_user_id = $2 where owner_user_id = $1`;
    await plainQuery.call(beside, owned, [from.userId, to.userId]);
  }
}

/** What the call is answered with when records go before its statement of this number; none go before statement 0. */
async function answered(endpoint: Endpoint, before: number) {
  const example = await table.example(endpoint, things);
  asked = 0;
  turn = before;
  const answer = await table.send(endpoint, example, { token: example.token ?? person.token });
  const statements = asked;
  turn = 0;
  if (before > 0) await give(other, person);
  return { code: codeOf(answer), msg: answer.msg, statements };
}

describe('a record that goes to somebody else while it is read', () => {
  it('is refused, missing or shown as it was, whatever the call has read by then', async () => {
    const reading = table.answering.filter(
      ({ effect, access, ids }) => effect === 'read' && access !== 'public' && Object.values(ids).some(isHeld),
    );
    expect(reading.length).toBeGreaterThan(100);
    const tried = reading.filter((_, at) => isTurn(at, 4));
    const failed: unknown[] = [];
    let moments = 0;
    for (const endpoint of tried) {
      const { statements } = await answered(endpoint, 0);
      for (let before = 1; before <= statements; before += 1) {
        const { code, msg } = await answered(endpoint, before);
        moments += 1;
        if (code === 500) failed.push({ path: endpoint.path, before, msg });
      }
    }
    expect(failed).toEqual([]);
    expect(moments).toBeGreaterThan(tried.length * 3);
    report(`${tried.length} reading calls whose records went away at ${moments} moments`);
  }, 300_000);
});
