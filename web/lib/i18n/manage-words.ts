import { persistently } from '#web/lib/lazy-page.tsx';
import { addWords } from '#web/lib/i18n/words.ts';
import { preferences } from '#web/lib/preferences.ts';
import type { Language } from '#shared/i18n/language.ts';

const words: Record<Language, () => Promise<{ manageMessages: Readonly<Record<string, string>> }>> = {
  cn: () => import('#shared/i18n/cn-manage.ts'),
  en: () => import('#shared/i18n/en-manage.ts'),
};

let isNeeded = false;

/** Loads a part of the program that shows words of administration, and them with it; the first visit does without. */
export async function withManageWords<T>(load: () => Promise<T>): Promise<T> {
  isNeeded = true;
  const [part] = await Promise.all([load(), addManageWords(preferences().language)]);
  return part;
}

/** Adds them in another language, where they are in use. */
export async function addManageWords(language: Language): Promise<void> {
  if (!isNeeded) return;
  const { manageMessages } = await persistently(words[language]);
  addWords(language, manageMessages);
}
