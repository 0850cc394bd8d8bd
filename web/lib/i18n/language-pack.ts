import type { LanguagePack } from '#web/lib/i18n/pack.ts';
import type { Language } from '#shared/i18n/language.ts';

const packs: Record<Language, () => Promise<{ pack: LanguagePack }>> = {
  cn: () => import('#web/lib/i18n/cn.ts'),
  en: () => import('#web/lib/i18n/en.ts'),
};

export const loadLanguage = async (language: Language): Promise<LanguagePack> => (await packs[language]()).pack;
