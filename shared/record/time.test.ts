import { afterEach, describe, expect, it } from 'vitest';
import { companyTime, companyTimeZone, dateOf, setCompanyTimeZone } from '#shared/record/time.ts';

afterEach(() => setCompanyTimeZone('Asia/Shanghai'));

describe("the company's clock", () => {
  it.each([
    ['Asia/Shanghai', '2026-07-01 00:30:05', '2026-12-31 23:30:05'],
    ['Europe/Berlin', '2026-06-30 18:30:05', '2026-12-31 16:30:05'],
    ['America/St_Johns', '2026-06-30 14:00:05', '2026-12-31 12:00:05'],
  ])('of %s follows its summer time', (zone, summer, winter) => {
    setCompanyTimeZone(zone);
    expect(companyTimeZone()).toBe(zone);
    expect(companyTime(Date.UTC(2026, 5, 30, 16, 30, 5))).toBe(summer);
    expect(companyTime(Date.UTC(2026, 11, 31, 15, 30, 5))).toBe(winter);
  });
});

describe('a timestamp', () => {
  it('of ten digits is seconds, of thirteen milliseconds', () => {
    expect(dateOf('1790000000')).toBe('2026-09-21 22:13:20');
    expect(dateOf(1_790_000_000_000)).toBe('2026-09-21 22:13:20');
    expect(dateOf('17900000000')).toBeNull();
  });
});
