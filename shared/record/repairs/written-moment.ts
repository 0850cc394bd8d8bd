import { companyTime, dateOf } from '#shared/record/time.ts';

const digits = '零一二三四五六七八九';
const afternoon = new Set(['下午', '傍晚', '晚上', '晚']);
const day = /^(?:(\d{4}|\d{2})(?:年|[-/.]))?(\d{1,2})(?:月|[-/.])(\d{1,2})(?:日|号)?/;
const weekday = /^\(?(?:星期|周|礼拜)[一二三四五六日天]\)?/;
const time =
  /^(上午|早上|中午|下午|傍晚|晚上|晚)?(\d{1,2}|[零一二两三四五六七八九十]{1,3})(?:点|时|:)(半|\d{1,2}|[一二三四五]?十[一二三四五六七八九]?)?分?整?$/;

/** 0 to 99 in figures or Chinese. */
function numberOf(text: string): number {
  if (/^\d+$/.test(text)) return Number(text);
  const [tens = '', ones = ''] = text.replaceAll('两', '二').split('十');
  if (!text.includes('十')) return digits.indexOf(tens);
  return (tens === '' ? 1 : digits.indexOf(tens)) * 10 + (ones === '' ? 0 : digits.indexOf(ones));
}

/** The year of a day that was written without one: that in which it is nearest, rather ahead than past. */
function yearOf(month: number, now: number): number {
  const [year = 0, current = 0] = companyTime(now).split('-').map(Number);
  if (month - current > 6) return year - 1;
  return current - month > 6 ? year + 1 : year;
}

/**
 * A day, and perhaps a time, in notations that a field does not take itself: `12月4日 下午三点`, `26.12.4 9点半`, `20261204`,
 * 明天, and the number under which sheets keep a day. Null for anything else.
 */
export function writtenMoment(written: string, now: number = Date.now()): string | null {
  if (written.length > 40) return null;
  const text = written
    .normalize('NFKC')
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([年月日号]) ?/g, '$1');
  const together = /^(20\d{2})(\d{2})(\d{2})$/.exec(text);
  if (together) return dateOf(together.slice(1).join('-'));
  // 1954 to 2064: the days since the end of 1899
  if (/^[2-5]\d{4}$/.test(text))
    return dateOf(new Date((Number(text) - 25_569) * 86_400_000).toISOString().slice(0, 10));
  const ahead = ['今天', '明天', '后天', '大后天'].findIndex((word) => text.startsWith(word));
  const found = ahead < 0 ? day.exec(text) : null;
  if (ahead < 0 && !found) return null;
  const [, year, month = '', date = ''] = found ?? [];
  const dayText = found
    ? `${year === undefined ? yearOf(Number(month), now) : year.length === 2 ? `20${year}` : year}-${month}-${date}`
    : companyTime(now + ahead * 86_400_000).slice(0, 10);
  const rest = text
    .slice(found ? found[0].length : ahead === 3 ? 3 : 2)
    .replaceAll(' ', '')
    .replace(weekday, '');
  return rest === '' ? dateOf(dayText) : withTime(dayText, rest);
}

function withTime(dayText: string, rest: string): string | null {
  const [, part = '', hours = '', minutes = ''] = time.exec(rest) ?? [];
  if (hours === '') return null;
  const hour = numberOf(hours);
  const isLater = (afternoon.has(part) && hour < 12) || (part === '中午' && hour < 3);
  const minute = minutes === '' ? 0 : minutes === '半' ? 30 : numberOf(minutes);
  return dateOf(`${dayText} ${isLater ? hour + 12 : hour}:${minute}`);
}
