import type { Language } from '#shared/i18n/language.ts';

/** An amount for lanes and strips: in ten thousands with one decimal, where it is that large; the exact one is its title. */
export function shortMoney(amount: string, language: Language): string {
  if (amount === '') return '';
  const locale = language === 'cn' ? 'zh-CN' : 'en';
  return new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }).format(Number(amount));
}
