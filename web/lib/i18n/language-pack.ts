import type { Locale } from 'antd/es/locale';
import type { Language } from '#shared/i18n/language.ts';

/** Everything of one language; only the one in use is loaded. */
export interface LanguagePack {
  readonly htmlLanguage: string;
  readonly messages: Readonly<Record<string, string>>;
  /** Words of the components library. */
  readonly components: Locale;
  /** Makes dates speak this language. */
  readonly useDates: () => void;
}

const packs: Record<Language, () => Promise<{ pack: LanguagePack }>> = {
  cn: () => import('#web/lib/i18n/cn.ts'),
  en: () => import('#web/lib/i18n/en.ts'),
};

export const loadLanguage = async (language: Language): Promise<LanguagePack> => (await packs[language]()).pack;
