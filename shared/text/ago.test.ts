import { expect, it } from 'vitest';
import { agoOf } from '#shared/text/ago.ts';

it('names a time by its age', () => {
  const now = '2026-03-02 12:00:00';
  const cases: [string, string | null][] = [
    ['2026-03-02 12:00:00', 'now 0'],
    ['2026-03-02 11:59:31', 'now 0'],
    ['2026-03-02 11:59:30', 'minutes 1'],
    ['2026-03-02 11:55:01', 'minutes 4'],
    ['2026-03-02 11:00:01', 'minutes 59'],
    ['2026-03-02 11:00:00', 'hours 1'],
    ['2026-03-01 12:00:01', 'hours 23'],
    ['2026-03-01 12:00:00', 'day 1'],
    ['2026-02-28 12:00:01', 'day 1'],
    ['2026-02-28 12:00:00', null],
    // the other clock may be a little ahead
    ['2026-03-02 12:01:00', 'now 0'],
    ['2026-03-02 12:01:01', null],
    ['', null],
  ];
  for (const [time, expected] of cases) {
    const ago = agoOf(time, now);
    expect([time, ago && `${ago.unit} ${ago.count}`]).toEqual([time, expected]);
  }
});
