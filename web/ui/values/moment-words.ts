import type { TextParams } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { agoOf } from '#shared/text/ago.ts';

/** A time as people say it: a message with its parameters. */
export interface MomentWords {
  readonly code: MessageKey;
  readonly params: TextParams;
}

const dayLength = 86_400_000;
/** Days back that are counted; earlier ones are named. */
const countedDays = 6;

const dayNumber = (value: string): number => Date.parse(`${value.slice(0, 10)}T00:00:00Z`) / dayLength;

/** Days from now to a time, below zero for earlier ones. Both are `YYYY-MM-DD` with or without a time of the company. */
export const daysTo = (value: string, now: string): number => dayNumber(value) - dayNumber(now);

/**
 * A date or time, `YYYY-MM-DD` with or without ` HH:mm:ss`, as it is said at the moment `now`: 今天 10:00, 3 天前,
 * 11-27 周五, and with the year in another one. Both are in the company's time zone.
 */
export function momentWords(value: string, now: string): MomentWords {
  const days = daysTo(value, now);
  const time = value.slice(11, 16);
  const timed = (code: 'today' | 'tomorrow' | 'yesterday'): MomentWords =>
    time === '' ? { code: `moment.${code}`, params: {} } : { code: `moment.${code}_at`, params: { time } };
  const ago = days === 0 && time !== '' && value.slice(0, 16) <= now.slice(0, 16) ? agoOf(value, now) : null;
  if (ago) return { code: `ago.${ago.unit}`, params: { count: ago.count } };
  if (days === 0) return timed('today');
  if (days === 1) return timed('tomorrow');
  if (days === -1) return timed('yesterday');
  if (days < 0 && days >= -countedDays) return { code: 'ago.day', params: { count: -days } };
  if (value.slice(0, 4) !== now.slice(0, 4)) return { code: 'moment.day', params: { day: value.slice(0, 10) } };
  if (days < 0) return { code: 'moment.day', params: { day: value.slice(5, 10) } };
  return weekday(value, now);
}

/** A day with the day of the week, and with the year in another one. */
export function weekday(value: string, now: string): MomentWords {
  const day = value.slice(value.slice(0, 4) === now.slice(0, 4) ? 5 : 0, 10);
  return { code: `moment.week_${new Date(dayNumber(value) * dayLength).getUTCDay()}` as MessageKey, params: { day } };
}

/** The same of something that is due, so that what has passed is late by so many days. */
export function dueWords(value: string, now: string): MomentWords {
  const days = daysTo(value, now);
  if (days < 0) return { code: 'moment.overdue', params: { count: -days } };
  const time = value.slice(11, 16);
  if (days === 0 && time !== '') return { code: 'moment.today_at', params: { time } };
  return momentWords(value, now);
}
