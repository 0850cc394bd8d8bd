import { sql } from 'kysely';
import '#server/modules/crm/duty/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isThere, readAdvisers, type Advisers } from '#server/modules/crm/duty/advisers.ts';
import { peopleOf, readPlan, type DutyPlan } from '#server/modules/crm/duty/plan.ts';
import { spellAfter, spellAt, type Spell } from '#server/modules/crm/duty/spells.ts';
import { firstTurn, turnAfter, type Turn } from '#server/modules/crm/duty/turns.ts';
import { dutyMoment } from '#shared/crm/duty/duty-window.ts';
import { companyTime } from '#shared/record/time.ts';

export interface Duty {
  readonly now: Spell | null;
  readonly next: Spell | null;
  readonly advisers: Advisers;
  /** Who would get the next lead; null when nobody is on duty. */
  readonly nextUserId: number | null;
}

/** Who is on duty at a moment in milliseconds, and after it. */
export async function dutyAt(db: Database, now: number): Promise<Duty> {
  const plan = await readPlan(db);
  if (!plan) return { now: null, next: null, advisers: new Map(), nextUserId: null };
  const advisers = await readAdvisers(db, peopleOf(plan));
  const there = (userId: number) => isThere(advisers, userId);
  const moment = dutyMoment(companyTime(now));
  const spell = spellAt(plan, moment, there);
  return {
    now: spell,
    next: spellAfter(plan, moment, there),
    advisers,
    nextUserId: spell && turnAfter(await lastTurn(db, spell.day), orderOf(plan, spell)).userId,
  };
}

interface Owned {
  readonly ownerUserId: number | null;
}

export interface Turns<One> {
  /** Who gets what. */
  readonly given: ReadonlyMap<number, readonly One[]>;
  /** What is with the person whose turn it is already, which takes no turn. */
  readonly kept: readonly One[];
  readonly passedOver: readonly number[];
  readonly advisers: Advisers;
}

/**
 * Gives each to the person on duty whose turn it is at that moment, in this order; null when nobody is on duty. Two callers
 * at once wait for each other, until the transaction of the first one is over.
 */
export async function takeTurns<One extends Owned>(
  db: Database,
  now: number,
  all: readonly One[],
): Promise<Turns<One> | null> {
  const plan = await readPlan(db);
  if (!plan) return null;
  const advisers = await readAdvisers(db, peopleOf(plan));
  const spell = spellAt(plan, dutyMoment(companyTime(now)), (userId) => isThere(advisers, userId));
  if (!spell) return null;
  const order = orderOf(plan, spell);
  const given = new Map<number, One[]>();
  const kept: One[] = [];
  let last = await holdTurn(db, spell.day);
  for (const one of all) {
    const turn = turnAfter(last, order);
    if (one.ownerUserId === turn.userId) {
      kept.push(one);
      continue;
    }
    given.set(turn.userId, [...(given.get(turn.userId) ?? []), one]);
    last = turn;
  }
  await db
    .updateTable('duty_turn')
    .set({ user_id: last.userId, place: last.place, given: last.given })
    .where('day', '=', spell.day)
    .execute();
  return { given, kept, passedOver: spell.passedOver, advisers };
}

/**
 * Whose turn it would have been at moments in milliseconds, each taking a turn, without writing any; undefined where nobody
 * was on duty by the plan of today.
 */
export async function dutyRehearsal(db: Database): Promise<(at: number) => number | undefined> {
  const plan = await readPlan(db);
  if (!plan) return () => undefined;
  const advisers = await readAdvisers(db, peopleOf(plan));
  const last = new Map<string, Turn>();
  return (at) => {
    const spell = spellAt(plan, dutyMoment(companyTime(at)), (userId) => isThere(advisers, userId));
    if (!spell) return undefined;
    const turn = turnAfter(last.get(spell.day) ?? firstTurn, orderOf(plan, spell));
    last.set(spell.day, turn);
    return turn.userId;
  };
}

/** A split duty has one adviser at a time, who keeps his place in the plan. */
const orderOf = ({ maxCount }: DutyPlan, { planned, advisers }: Spell) => ({
  planned,
  isThere: (userId: number) => advisers.includes(userId),
  maxCount,
});

const turnOf = (db: Database, day: string) =>
  db.selectFrom('duty_turn').select(['user_id as userId', 'place', 'given']).where('day', '=', day);

const lastTurn = async (db: Database, day: string): Promise<Turn> =>
  (await turnOf(db, day).executeTakeFirst()) ?? firstTurn;

/** The row of a duty, locked: of two who take the first turn of a day, one finds the other's row. */
async function holdTurn(db: Database, day: string): Promise<Turn> {
  await sql`insert into duty_turn (day) values (${day}) on conflict do nothing`.execute(db);
  return turnOf(db, day).forUpdate().executeTakeFirstOrThrow();
}
