import { afterEach, describe, expect, it } from 'vitest';
import {
  daysAfter,
  dutyMoment,
  entryOf,
  mondayOf,
  slotClock,
  slotsOf,
  takesTurns,
  timeOf,
  weekOf,
} from '#shared/crm/duty/duty-window.ts';
import { companyTime, setCompanyTimeZone } from '#shared/record/time.ts';

afterEach(() => setCompanyTimeZone('Asia/Shanghai'));

const quarter = 15 * 60_000;

describe('a duty', () => {
  it.each([
    ['2026-11-25 08:00:00', '2026-11-25', 0],
    ['2026-11-25 07:59:59', '2026-11-24', 1439],
    ['2026-11-25 23:59:00', '2026-11-25', 959],
    ['2026-12-01 00:00:00', '2026-11-30', 960],
    ['2027-01-01 07:30:00', '2026-12-31', 1410],
    ['2028-03-01 03:00:00', '2028-02-29', 1140],
  ])('of %s is that of %s', (time, day, minute) => {
    expect(dutyMoment(time)).toEqual({ day, minute });
    expect(timeOf({ day, minute })).toBe(time.slice(0, 16));
  });

  // Berlin and St John's change their clocks in these weeks, Shanghai never does
  it.each(['Asia/Shanghai', 'Europe/Berlin', 'America/St_Johns', 'Australia/Lord_Howe'])(
    'begins and ends at 08:00 of the clock in %s, also in the nights in which clocks change',
    (zone) => {
      setCompanyTimeZone(zone);
      for (const start of ['2026-03-05', '2026-03-26', '2026-04-03', '2026-10-02', '2026-10-23', '2026-10-30']) {
        let last = '';
        for (let at = Date.parse(start); at < Date.parse(daysAfter(start, 5)); at += quarter) {
          const time = companyTime(at);
          const { day, minute } = dutyMoment(time);
          expect([zone, time, day]).toEqual([
            zone,
            time,
            time.slice(11) < '08' ? daysAfter(time.slice(0, 10), -1) : time.slice(0, 10),
          ]);
          expect(minute >= 0 && minute < 1440).toBe(true);
          // each day has its duty, once
          if (last !== '' && day !== last) expect([zone, day]).toEqual([zone, daysAfter(last, 1)]);
          last = day;
        }
      }
    },
  );
});

describe('a split duty', () => {
  it('of three is 08:00–16:00, 16:00–24:00 and 00:00–08:00', () => {
    expect(slotsOf(3).map(slotClock)).toEqual(['08:00–16:00', '16:00–24:00', '00:00–08:00']);
    expect(slotsOf(1).map(slotClock)).toEqual(['08:00–08:00']);
    expect(slotsOf(5).map(slotClock).at(-2)).toBe('22:24–03:12');
  });

  it('of seven, which do not divide it, leaves the rest to the last', () => {
    const lengths = slotsOf(7).map(({ from, to }) => to - from);
    expect(lengths).toEqual([205, 205, 205, 205, 205, 205, 210]);
  });

  it('is complete for any number: equal parts of whole minutes, one after the other, the last at most a little longer', () => {
    for (let count = 1; count <= 200; count += 1) {
      const slots = slotsOf(count);
      const lengths = slots.map(({ from, to }) => to - from);
      const [first = 0] = lengths;
      expect([count, slots.length, slots[0]?.from, slots.at(-1)?.to]).toEqual([count, count, 0, 1440]);
      for (const [index, { from }] of slots.entries())
        expect([count, from]).toEqual([count, index === 0 ? 0 : slots[index - 1]?.to]);
      expect(lengths.slice(0, -1).every((length) => length === first && Number.isInteger(length))).toBe(true);
      const rest = (lengths.at(-1) ?? 0) - first;
      expect(rest >= 0 && rest < count).toBe(true);
    }
  });
});

describe('weeks', () => {
  it('alternate from a Monday on, and before it', () => {
    const from = '2026-11-23';
    expect(mondayOf('2026-11-29')).toBe(from);
    expect(mondayOf(from)).toBe(from);
    for (let days = -400; days < 400; days += 1) {
      const day = daysAfter(from, days);
      expect([day, weekOf(day, from, 1)]).toEqual([day, 0]);
      expect([day, weekOf(day, from, 2) === weekOf(daysAfter(day, 14), from, 2)]).toEqual([day, true]);
      expect([day, weekOf(day, from, 2) + weekOf(daysAfter(day, 7), from, 2)]).toEqual([day, 1]);
      expect([day, weekOf(day, from, 2)]).toEqual([day, weekOf(mondayOf(day), from, 2)]);
    }
    expect(weekOf(from, from, 2)).toBe(0);
  });

  it('have their entries from Monday to Sunday', () => {
    const from = '2026-12-28';
    const entries = Array.from({ length: 15 }, (_, days) => entryOf(daysAfter(from, days), from, 14));
    expect(entries).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0]);
    expect(entryOf('2026-12-27', from, 14)).toBe(13);
    expect(entryOf('2026-12-27', from, 7)).toBe(6);
  });
});

it('take turns where several are on duty at once on some day', () => {
  expect(takesTurns([{ advisers: 1, isSplit: false }])).toBe(false);
  expect(takesTurns([{ advisers: 3, isSplit: true }])).toBe(false);
  expect(
    takesTurns([
      { advisers: 3, isSplit: true },
      { advisers: 2, isSplit: false },
    ]),
  ).toBe(true);
});
