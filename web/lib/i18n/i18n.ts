import i18next from 'i18next';
import { useCallback } from 'react';
import { initReactI18next, useTranslation } from 'react-i18next';
import { preferences, setPreferences } from '#web/lib/preferences.ts';
import { loadLanguage } from '#web/lib/i18n/language-pack.ts';
import { addManageWords } from '#web/lib/i18n/manage-words.ts';
import type { LanguagePack } from '#web/lib/i18n/pack.ts';
import { fill } from '#shared/i18n/fill.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

export type TextParams = Readonly<Record<string, string | number>>;
/** The text of a message in the current language, placeholders filled in. */
export type Text = (key: MessageKey, params?: TextParams) => string;

let pack: LanguagePack | null = null;

/** Fills in placeholders as the server does. React escapes, so params are passed unchanged. */
const placeholders = {
  type: 'i18nFormat',
  parse: (message: string, params: TextParams, language: Language) => fill(language, message, params),
} as const;

/** Loads the remembered language; await it before rendering. */
export async function startLanguage(): Promise<void> {
  await i18next
    .use(initReactI18next)
    .use(placeholders)
    .init({
      lng: preferences().language,
      fallbackLng: false,
      keySeparator: false,
      nsSeparator: false,
      react: { useSuspense: false },
      resources: {},
    });
  await switchLanguage(preferences().language);
}

/** Switches the whole page to a language and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  const [loaded] = await Promise.all([loadLanguage(language), addManageWords(language)]);
  pack = loaded;
  i18next.addResourceBundle(language, 'translation', loaded.messages, true, true);
  document.documentElement.lang = loaded.htmlLanguage;
  loaded.useDates();
  if (preferences().language !== language) setPreferences({ language });
  await i18next.changeLanguage(language);
}

/** For use outside components; inside use `useText`, which follows a switch of the language. */
export const textOf: Text = (key, params = {}) => i18next.t(key, params);

export function useText(): Text {
  const { t } = useTranslation();
  return useCallback((key, params = {}) => t(key, params), [t]);
}

/** The component library's own messages in the current language. Read it in a component that calls `useText`. */
export const componentsLocale = (): LanguagePack['components'] | undefined => pack?.components;
