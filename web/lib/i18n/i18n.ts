import { useSyncExternalStore } from 'react';
import { preferences, setPreferences } from '#web/lib/preferences.ts';
import { loadLanguage } from '#web/lib/i18n/language-pack.ts';
import { addManageWords } from '#web/lib/i18n/manage-words.ts';
import type { LanguagePack } from '#web/lib/i18n/pack.ts';
import { addWords, currentText, onSwitch, speak, type Text } from '#web/lib/i18n/words.ts';
import type { Language } from '#shared/i18n/language.ts';

export type { Text, TextParams } from '#web/lib/i18n/words.ts';

let pack: LanguagePack | null = null;

/** Loads the remembered language; await it before rendering. */
export const startLanguage = (): Promise<void> => switchLanguage(preferences().language);

/** Switches the whole page to a language and remembers it. */
export async function switchLanguage(language: Language): Promise<void> {
  const [loaded] = await Promise.all([loadLanguage(language), addManageWords(language)]);
  pack = loaded;
  addWords(language, loaded.messages);
  document.documentElement.lang = loaded.htmlLanguage;
  loaded.useDates();
  if (preferences().language !== language) setPreferences({ language });
  speak(language);
}

/** For use outside components; inside use `useText`, which follows a switch of the language. */
export const textOf: Text = (key, params) => currentText()(key, params);

export const useText = (): Text => useSyncExternalStore(onSwitch, currentText);

/** The component library's own messages in the current language. Read it in a component that calls `useText`. */
export const componentsLocale = (): LanguagePack['components'] | undefined => pack?.components;
