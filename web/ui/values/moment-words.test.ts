import { expect, it } from 'vitest';
import { translate } from '#shared/i18n/translate.ts';
import { dueWords, momentWords, weekday } from '#web/ui/values/moment-words.ts';

const now = '2026-11-24 12:30:20';
const said = (words: ReturnType<typeof momentWords>, language: 'cn' | 'en' = 'cn') =>
  translate(language, words.code, words.params);

it.each([
  ['2026-11-24 12:30:59', '刚刚', 'Just now'],
  ['2026-11-24 12:29:10', '1分钟前', '1 minute ago'],
  ['2026-11-24 11:30:30', '59分钟前', '59 minutes ago'],
  ['2026-11-24 11:30:20', '1小时前', '1 hour ago'],
  ['2026-11-24 00:00:00', '12小时前', '12 hours ago'],
  ['2026-11-24 14:00:00', '今天 14:00', 'Today 14:00'],
  ['2026-11-24', '今天', 'Today'],
  ['2026-11-23 23:59:59', '昨天 23:59', 'Yesterday 23:59'],
  ['2026-11-22 08:00:00', '2天前', '2 days ago'],
  ['2026-11-18', '6天前', '6 days ago'],
  ['2026-11-17 08:00:00', '11-17', '11-17'],
  ['2025-12-31', '2025-12-31', '2025-12-31'],
  ['2026-11-25 09:00:00', '明天 09:00', 'Tomorrow 09:00'],
  ['2026-11-27 09:00:00', '11-27 周五', 'Fri 11-27'],
  ['2026-11-29', '11-29 周日', 'Sun 11-29'],
  ['2027-01-08 09:00:00', '2027-01-08', '2027-01-08'],
])('%s is %s, in English %s', (value, cn, en) => {
  expect(said(momentWords(value, now))).toBe(cn);
  expect(said(momentWords(value, now), 'en')).toBe(en);
});

it.each([
  ['2026-11-21 23:59:59', '逾期 3 天', 'Overdue 3 days'],
  ['2026-11-23 09:00:00', '逾期 1 天', 'Overdue 1 day'],
  ['2025-11-24 09:00:00', '逾期 365 天', 'Overdue 365 days'],
  ['2026-11-24 10:30:00', '今天 10:30', 'Today 10:30'],
  ['2026-11-25 09:00:00', '明天 09:00', 'Tomorrow 09:00'],
])('due at %s is %s, in English %s', (value, cn, en) => {
  expect(said(dueWords(value, now))).toBe(cn);
  expect(said(dueWords(value, now), 'en')).toBe(en);
});

it('says days with their days of the week', () => {
  expect(said(weekday('2026-11-24 08:00:00', now))).toBe('11-24 周二');
  expect(said(weekday('2025-01-01', now))).toBe('2025-01-01 周三');
});
