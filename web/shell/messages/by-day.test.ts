import { describe, expect, it } from 'vitest';
import type { MessageRow } from '#shared/messages/message-calls.ts';
import { byDay, timeWords } from './by-day.ts';
import { messageTarget } from './message-target.ts';

const now = '2026-11-24 10:30:00';
const at = (createTime: string) => ({ createTime }) as MessageRow;

describe('messages', () => {
  it('stand under today, yesterday, and days with their weekday', () => {
    const times = ['2026-11-24 10:29:00', '2026-11-24 08:00:00', '2026-11-23 23:59:59', '2026-11-20 09:00:00'];
    const days = byDay([...times, '2025-12-31 09:00:00'].map(at), now);
    expect(days.map(({ words, rows }) => [words.code, rows.length])).toEqual([
      ['moment.today', 2],
      ['moment.yesterday', 1],
      ['moment.week_5', 1],
      ['moment.week_3', 1],
    ]);
    expect(days.slice(2).map(({ words }) => words.params['day'])).toEqual(['11-20', '2025-12-31']);
  });

  it('say today how long ago they came, and before that at what time', () => {
    expect(timeWords('2026-11-24 10:27:00', now)).toMatchObject({ code: 'ago.minutes', params: { count: 3 } });
    expect(timeWords('2026-11-23 23:59:59', now)).toBe('23:59');
  });

  it.each([
    ['a page of its own', { link: '/oa/notice/3', types: 'crm_customer', typeId: 3 }, '/oa/notice/3'],
    ['its record', { link: '', types: 'crm_customer', typeId: 3 }, '/crm/customer?rowId=3'],
    ['the list of several', { link: '', types: 'crm_customer', typeId: 0 }, '/crm/customer'],
    ['nothing, when the reader may not see it', { link: '', types: '', typeId: 0 }, null],
  ])('lead to %s', (_name, row, path) => {
    expect(messageTarget(row)).toBe(path);
  });
});
