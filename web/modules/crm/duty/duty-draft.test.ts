import { describe, expect, it } from 'vitest';
import {
  asksForMost,
  dateOf,
  draftOf,
  inputOf,
  isGoodMost,
  isSame,
  moved,
  withDay,
  withSecondWeek,
  withoutSecondWeek,
  type Adviser,
  type Schedule,
} from './duty-draft.ts';

const wang: Adviser = { userId: 4, realname: '王芳', lack: '' };
const li: Adviser = { userId: 5, realname: '李强', lack: 'disabled' };
const zhao: Adviser = { userId: 6, realname: '赵新', lack: '' };
const saved: Schedule = {
  weeks: Array.from({ length: 7 }, (_, index) => ({
    adviserName: '',
    adviserCrmUserId: index === 1 ? '5,4' : '',
    splitTimeFlag: index === 1,
  })),
  maxCount: 3,
  startDate: '2026-11-16',
  monday: '2026-11-23',
  currentWeek: 0,
  advisers: [wang, li].map((one) => ({ ...one, img: '' })),
};
const draft = draftOf(saved);

describe('a schedule that is edited', () => {
  it('has its advisers in their order, and is sent as it came', () => {
    expect(draft.days[1]?.advisers.map(({ realname }) => realname)).toEqual(['李强', '王芳']);
    expect(draft.days[0]).toEqual({ advisers: [], isSplit: false });
    expect(inputOf(draft)).toEqual({
      weeks: saved.weeks.map(({ adviserCrmUserId, splitTimeFlag }) => ({ adviserCrmUserId, splitTimeFlag })),
      maxCount: 3,
    });
  });

  it('is changed by what would be saved alone', () => {
    expect(isSame(draft, draftOf(saved))).toBe(true);
    // without turns the maximum counts for nothing
    expect(isSame(draft, { ...draft, maxCount: 9 })).toBe(true);
    const turns = withDay(draft, 0, { advisers: [wang, zhao], isSplit: false });
    expect(isSame(turns, { ...turns, maxCount: 9 })).toBe(false);
    expect(isSame(draft, turns)).toBe(false);
    expect(isSame(draft, withSecondWeek(draft))).toBe(false);
    expect(isSame(draft, withoutSecondWeek(withSecondWeek(draft)))).toBe(true);
  });

  it('asks for a maximum where several are on duty at once', () => {
    expect(asksForMost(draft)).toBe(false);
    expect(asksForMost(withDay(draft, 1, { advisers: [wang, li], isSplit: false }))).toBe(true);
    expect([1, 1000, 0, -1, 1.5, 1001, null].map(isGoodMost)).toEqual([true, true, false, false, false, false, false]);
  });
});

it('an adviser moves to a place of the order', () => {
  const order = (place: number) => moved([wang, li, zhao], wang.userId, place).map(({ userId }) => userId);
  expect([order(0), order(1), order(2)]).toEqual([
    [4, 5, 6],
    [5, 4, 6],
    [5, 6, 4],
  ]);
});

it('entries have the dates of this week, and those of the other week of the next one', () => {
  expect([dateOf(saved, 7, 0), dateOf(saved, 7, 6)]).toEqual(['2026-11-23', '2026-11-29']);
  const two: Schedule = { ...saved, weeks: [...saved.weeks, ...saved.weeks], currentWeek: 1 };
  expect([dateOf(two, 14, 0), dateOf(two, 14, 7), dateOf(two, 14, 13)]).toEqual([
    '2026-11-30',
    '2026-11-23',
    '2026-11-29',
  ]);
  // a second week that is new comes after this one
  expect([dateOf(saved, 14, 0), dateOf(saved, 14, 7)]).toEqual(['2026-11-23', '2026-11-30']);
  expect(dateOf(two, 7, 0)).toBe('2026-11-23');
});
