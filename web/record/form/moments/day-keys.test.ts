import dayjs, { type Dayjs } from 'dayjs';
import type { KeyboardEvent } from 'react';
import { describe, expect, it } from 'vitest';
import { dayKeys } from '#web/record/form/moments/day-keys.ts';

const today = dayjs('2026-02-28 09:00:00');

/** The day after the key, null where it stays; whether the browser still acts on the key. */
function press(value: Dayjs | null, key: string, { ctrlKey = false, last = '2026-12-31' } = {}) {
  const result = { next: null as string | null, isLeft: true };
  const handle = dayKeys({
    value,
    onChange: (next) => (result.next = next.format('YYYY-MM-DD HH:mm')),
    first: () => today,
    isClosed: (day) => day.format('YYYY-MM-DD') > last,
  });
  const event = { key, altKey: false, ctrlKey, metaKey: false, preventDefault: () => (result.isLeft = false) };
  handle(event as unknown as KeyboardEvent);
  return result;
}

describe('arrows in a date', () => {
  it('go to the day before and after, over the end of a month, and keep the time', () => {
    expect(press(today, 'ArrowDown')).toEqual({ next: '2026-03-01 09:00', isLeft: false });
    expect(press(today, 'ArrowUp')).toEqual({ next: '2026-02-27 09:00', isLeft: false });
  });

  it('begin with the first day where there is none', () => {
    expect(press(null, 'ArrowUp').next).toBe('2026-02-28 09:00');
  });

  it('stop before a day that may not be chosen', () => {
    expect(press(today, 'ArrowDown', { last: '2026-02-28' })).toEqual({ next: null, isLeft: false });
  });

  it('leave other keys and combinations alone', () => {
    expect(press(today, 'ArrowLeft')).toEqual({ next: null, isLeft: true });
    expect(press(today, 'ArrowDown', { ctrlKey: true })).toEqual({ next: null, isLeft: true });
  });
});
