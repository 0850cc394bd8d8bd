import i18next from 'i18next';
import { persistently } from '#web/lib/lazy-page.tsx';
import { preferences } from '#web/lib/preferences.ts';
import type { Language } from '#shared/i18n/language.ts';

const words: Record<Language, () => Promise<{ manageMessages: Readonly<Record<string, string>> }>> = {
  cn: () => import('#shared/i18n/cn-manage.ts'),
  en: () => import('#shared/i18n/en-manage.ts'),
};

let isNeeded = false;

/** Loads the words of administration, which the first visit does without; call before one of its pages is rendered. */
export async function loadManageWords(): Promise<void> {
  isNeeded = true;
  await addManageWords(preferences().language);
}

/** Adds them in another language, where they are in use. */
export async function addManageWords(language: Language): Promise<void> {
  if (!isNeeded) return;
  const { manageMessages } = await persistently(words[language]);
  i18next.addResourceBundle(language, 'translation', manageMessages, true, true);
}
