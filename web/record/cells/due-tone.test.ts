import { expect, it } from 'vitest';
import { dueTone } from './due-tone.ts';

const now = '2026-03-02 12:00:00';

it.each([
  ['2026-03-01 23:59:59', '', 'late'],
  ['2026-03-02 00:00:00', '', 'near'],
  ['2026-03-02 23:59:59', '', 'near'],
  ['2026-03-03 00:00:00', '', null],
  ['', '', null],
  // contacted since
  ['2026-03-01 10:00:00', '2026-03-01 10:00:00', null],
  ['2026-03-01 10:00:00', '2026-03-01 09:59:59', 'late'],
])('a contact planned for %s after one at %s is %s', (next, last, tone) => {
  expect(dueTone(next, last, now)).toBe(tone);
});
