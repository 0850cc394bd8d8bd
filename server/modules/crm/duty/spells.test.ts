import { describe, expect, it } from 'vitest';
import type { DutyDay, DutyPlan } from '#server/modules/crm/duty/plan.ts';
import { spellAfter, spellAt } from '#server/modules/crm/duty/spells.ts';
import { firstTurn, turnAfter, type Turn } from '#server/modules/crm/duty/turns.ts';
import { dice } from '#server/testing/dice.ts';
import { daysAfter } from '#shared/crm/duty/duty-window.ts';

const day = (advisers: readonly number[], isSplit = false): DutyDay => ({ advisers, isSplit });
const nobody = day([]);
/** From a Monday on. */
const planOf = (days: readonly DutyDay[], maxCount = 1): DutyPlan => ({
  days: [...days, ...Array.from({ length: (7 - (days.length % 7)) % 7 }, () => nobody)],
  maxCount,
  startDate: '2026-11-23',
});
const monday = (minute: number) => ({ day: '2026-11-23', minute });
const there = (): boolean => true;
const without =
  (...gone: number[]) =>
  (userId: number) =>
    !gone.includes(userId);

describe('who is on duty', () => {
  it('is everybody of the day, or the adviser of the slot where it is split', () => {
    const plan = planOf([day([5, 6]), day([7, 8, 9], true)]);
    expect(spellAt(plan, monday(700), there)).toMatchObject({ from: 0, to: 1440, advisers: [5, 6], passedOver: [] });
    const at = (minute: number) => spellAt(plan, { day: '2026-11-24', minute }, there)?.advisers;
    expect([0, 479, 480, 959, 960, 1439].map(at)).toEqual([[7], [7], [8], [8], [9], [9]]);
  });

  it('is of the second week in every other week', () => {
    const plan = planOf([day([1]), ...Array.from({ length: 6 }, () => nobody), day([2])]);
    const of = (weeks: number) =>
      spellAt(plan, { day: daysAfter('2026-11-23', 7 * weeks), minute: 0 }, there)?.advisers;
    expect([-2, -1, 0, 1, 2, 3].map(of)).toEqual([[1], [2], [1], [2], [1], [2]]);
  });

  it('is nobody where nobody is planned, or nobody of them is there', () => {
    const plan = planOf([day([5, 6])]);
    expect(spellAt(plan, { day: '2026-11-24', minute: 3 }, there)).toBeNull();
    expect(spellAt(plan, monday(3), without(5, 6))).toBeNull();
  });

  it('passes over whoever is not there: in a slot the next in the order takes it, and the other slots stay', () => {
    expect(spellAt(planOf([day([5, 6])]), monday(0), without(5))).toMatchObject({ advisers: [6], passedOver: [5] });
    const split = planOf([day([7, 8, 9], true)]);
    expect(spellAt(split, monday(500), without(8))).toMatchObject({
      from: 480,
      to: 960,
      advisers: [9],
      passedOver: [8],
    });
    expect(spellAt(split, monday(1000), without(9, 7))).toMatchObject({ advisers: [8], passedOver: [9, 7] });
    expect(spellAt(split, monday(0), without(8))).toMatchObject({ from: 0, to: 480, advisers: [7], passedOver: [] });
  });
});

describe('who is next', () => {
  it('is the next slot, else the next day with somebody', () => {
    const plan = planOf([day([7, 8], true), nobody, day([9])]);
    expect(spellAfter(plan, monday(10), there)).toMatchObject({ day: '2026-11-23', from: 720, advisers: [8] });
    expect(spellAfter(plan, monday(800), there)).toMatchObject({ day: '2026-11-25', from: 0, advisers: [9] });
    expect(spellAfter(plan, { day: '2026-11-24', minute: 0 }, there)).toMatchObject({ day: '2026-11-25' });
  });

  it('is found two weeks ahead, and is nobody where nobody is there', () => {
    const alone = planOf([day([1]), ...Array.from({ length: 13 }, () => nobody)]);
    expect(spellAfter(alone, monday(0), there)).toMatchObject({ day: '2026-12-07', advisers: [1] });
    expect(spellAfter(alone, monday(0), without(1))).toBeNull();
  });
});

describe('turns', () => {
  const take = (count: number, order: Parameters<typeof turnAfter>[1], from: Turn = firstTurn): number[] => {
    let last = from;
    return Array.from({ length: count }, () => {
      const turn = turnAfter(last, order);
      last = turn;
      return turn.userId;
    });
  };

  it('go round in the order, each with as many as the maximum', () => {
    expect(take(7, { planned: [3, 1, 2], isThere: there, maxCount: 1 })).toEqual([3, 1, 2, 3, 1, 2, 3]);
    expect(take(7, { planned: [3, 1], isThere: there, maxCount: 3 })).toEqual([3, 3, 3, 1, 1, 1, 3]);
    expect(take(3, { planned: [4], isThere: there, maxCount: 2 })).toEqual([4, 4, 4]);
  });

  it('pass over whoever is not there', () => {
    expect(take(4, { planned: [3, 1, 2], isThere: without(1), maxCount: 1 })).toEqual([3, 2, 3, 2]);
    // also in the middle of a turn
    const last = { userId: 1, place: 1, given: 1 };
    expect(take(2, { planned: [3, 1, 2], isThere: without(1), maxCount: 5 }, last)).toEqual([2, 2]);
  });

  it('go on in a plan that was changed meanwhile', () => {
    const last = { userId: 1, place: 1, given: 1 };
    // moved, he is followed by whoever stands after him now
    expect(take(3, { planned: [1, 3, 2], isThere: there, maxCount: 1 }, last)).toEqual([3, 2, 1]);
    // removed, by whoever has come into his place
    expect(take(3, { planned: [3, 2], isThere: there, maxCount: 1 }, last)).toEqual([2, 3, 2]);
    expect(take(2, { planned: [9], isThere: there, maxCount: 1 }, { userId: 1, place: 5, given: 1 })).toEqual([9, 9]);
  });

  it('are fair in any order: nobody gets more in a row than the maximum, and none is ahead by more', () => {
    const roll = dice(7);
    for (let round = 0; round < 300; round += 1) {
      const planned = Array.from({ length: 1 + roll(6) }, (_, index) => index + 1);
      const gone = planned.filter(() => roll(3) === 0).slice(0, planned.length - 1);
      const present = planned.filter(without(...gone));
      const maxCount = 1 + roll(4);
      const turns = take(60, { planned, isThere: without(...gone), maxCount });
      expect(turns.some((userId) => gone.includes(userId))).toBe(false);
      const counts = present.map((userId) => turns.filter((one) => one === userId).length);
      expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(maxCount);
      for (const [index, userId] of turns.entries())
        expect(userId).toBe(present[Math.floor(index / maxCount) % present.length]);
    }
  });
});
