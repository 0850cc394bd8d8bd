// own process: the driver of the database is watched
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { recordModules } from '#server/record/registry.ts';
import { isTurn } from '#server/testing/repetitions.ts';
import type { Person } from '#server/testing/company.ts';
import { newRole } from '#server/testing/company/new-role.ts';
import { menuIdsBelow } from '#shared/admin/menus.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { codeOf, openTable, report } from './cases.ts';
import { freshExamples } from './fresh-things.ts';
import type { Table } from './table.ts';
import { isHeld } from './things.ts';

// A call asks the database several times, and each time what it may read can be somebody else's since the last.

const plainQuery = pg.Client.prototype.query as (...args: unknown[]) => unknown;

let table: Table;
let person: Person;
let other: Person;
let fresh: Awaited<ReturnType<typeof freshExamples>>;
let beside: pg.Client;
beforeAll(async () => {
  table = await openTable();
  // no call ends at a right that its caller lacks
  const everything = { name: '全部功能', type: 2, scope: dataScopes.self, rights: menuIdsBelow('') };
  const roles = [await newRole(table.company.db, everything)];
  person = await table.hire({ roles });
  other = await table.hire({ roles });
  fresh = await freshExamples(table, person);
  beside = new pg.Client(table.company.urls.ownerUrl);
  await beside.connect();
  await beside.query("set lock_timeout = '50ms'");
  pg.Client.prototype.query = watched as typeof pg.Client.prototype.query;
});
afterAll(async () => {
  pg.Client.prototype.query = plainQuery as typeof pg.Client.prototype.query;
  await beside.end();
  await table.company.close();
});

/** A write takes twenty statements and more, and makes what it writes to anew each time. */
const momentsOfWrites = 6;

/** The code of PostgreSQL for a row that another transaction holds. */
const lockNotAvailable = '55P03';

/** Statements of the call that is being watched, and before which of them what it reads goes to somebody else. */
let asked = 0;
let turn = 0;

function watched(this: pg.Client, ...args: unknown[]): unknown {
  asked += 1;
  const isTurnNow = asked === turn && typeof (args[0] as { submit?: unknown }).submit !== 'function';
  if (!isTurnNow) return plainQuery.apply(this, args);
  return give(person, other).then(() => plainQuery.apply(this, args));
}

/** Every record of one person belongs to another, except what the call has locked. */
async function give(from: Person, to: Person): Promise<void> {
  for (const { type } of recordModules()) {
    const owned = `update ${type.table} set owner_user_id = $2 where owner_user_id = $1`;
    try {
      await plainQuery.call(beside, owned, [from.userId, to.userId]);
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error;
    }
  }
}

/** What the call is answered with when records go before its statement of this number; none go before statement 0. */
async function answered(endpoint: Endpoint, before: number) {
  const example = await fresh(endpoint);
  asked = 0;
  turn = before;
  const answer = await table.send(endpoint, example, { token: example.token ?? person.token });
  const statements = asked;
  turn = 0;
  if (before > 0) await give(other, person);
  return { code: codeOf(answer), msg: answer.msg, statements };
}

/** Calls about something that somebody holds. */
const about = (effects: readonly Endpoint['effect'][]) =>
  table.answering.filter(
    ({ effect, access, ids }) => effects.includes(effect) && access !== 'public' && Object.values(ids).some(isHeld),
  );

/** What fails when the records go before one of the statements of a call, and at how many moments they went. */
async function tried(calls: readonly Endpoint[], most = Number.POSITIVE_INFINITY) {
  const failed: unknown[] = [];
  let moments = 0;
  for (const endpoint of calls) {
    const { statements } = await answered(endpoint, 0);
    const step = Math.max(1, Math.floor(statements / most));
    for (let before = 1; before <= statements; before += step) {
      const { code, msg } = await answered(endpoint, before);
      moments += 1;
      if (code === 500) failed.push({ path: endpoint.path, before, msg });
    }
  }
  report(`${calls.length} calls whose records went away at ${moments} moments`);
  return { failed, moments };
}

describe('a record that goes to somebody else during a call (security A2)', () => {
  it('is refused, missing or shown as it was by every call that reads, whatever it has read by then', async () => {
    const reading = about(['read']);
    expect(reading.length).toBeGreaterThan(100);
    const some = reading.filter((_, at) => isTurn(at, 4));
    const { failed, moments } = await tried(some);
    expect(failed).toEqual([]);
    expect(moments).toBeGreaterThan(some.length * 3);
  }, 300_000);

  it('is refused, or written, by every call that writes', async () => {
    const writing = about(['write', 'manual']);
    expect(writing.length).toBeGreaterThan(100);
    const some = writing.filter((_, at) => isTurn(at, 24));
    const { failed, moments } = await tried(some, momentsOfWrites);
    expect(failed).toEqual([]);
    expect(moments).toBeGreaterThan(some.length * 3);
  }, 3_600_000);
});
