import { usePreferences } from '#web/lib/preferences.ts';
import type { Language } from '#shared/i18n/language.ts';

const locales = { cn: 'zh-CN', en: 'en' } as const satisfies Record<Language, string>;

/** The names of the twelve months, short as headings want them. */
export function useMonthNames(): readonly string[] {
  const { language } = usePreferences();
  const name = new Intl.DateTimeFormat(locales[language], { month: 'short', timeZone: 'UTC' });
  return Array.from({ length: 12 }, (_, month) => name.format(Date.UTC(2024, month, 1)));
}
