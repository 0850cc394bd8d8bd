import type { Language } from '#shared/i18n/language.ts';
import { addDays } from '#shared/text/period.ts';

/** The month of a day or time, `YYYY-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7);

/** The month so many months later. */
export function nextMonth(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** The days of whole weeks, from Monday on, that show a month; six weeks, so that nothing moves between months. */
export function monthDays(month: string): string[] {
  const first = `${month}-01`;
  const weekday = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7;
  return Array.from({ length: 42 }, (_, at) => addDays(first, at - weekday));
}

const locales = { cn: 'zh-CN', en: 'en' } as const satisfies Record<Language, string>;

export const monthName = (month: string, language: Language): string =>
  new Intl.DateTimeFormat(locales[language], { year: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${month}-01T00:00:00Z`),
  );

/** From Monday on. */
export function weekNames(language: Language): string[] {
  const name = new Intl.DateTimeFormat(locales[language], {
    weekday: language === 'cn' ? 'narrow' : 'short',
    timeZone: 'UTC',
  });
  // the first of January 2024 was a Monday
  return Array.from({ length: 7 }, (_, at) => name.format(Date.UTC(2024, 0, 1 + at)));
}
