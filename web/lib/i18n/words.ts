import { fill } from '#shared/i18n/fill.ts';
import type { Language } from '#shared/i18n/language.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

export type TextParams = Readonly<Record<string, string | number>>;
/** The text of a message in the current language, placeholders filled in; the key of one that is not loaded. */
export type Text = (key: MessageKey, params?: TextParams) => string;

const words: Record<Language, Record<string, string>> = { cn: {}, en: {} };

/** Adds loaded messages of a language to those that are known. */
export function addWords(language: Language, messages: Readonly<Record<string, string>>): void {
  Object.assign(words[language], messages);
}

const nothing: TextParams = {};

/** Fills in placeholders as the server does. React escapes, so params are passed unchanged. */
const textsIn =
  (language: Language): Text =>
  (key, params = nothing) => {
    const message = words[language][key];
    return message === undefined ? key : fill(language, message, params);
  };

let spoken: Text = textsIn('cn');
const listeners = new Set<() => void>();

/** Speaks a language from now on, and tells whoever follows. */
export function speak(language: Language): void {
  spoken = textsIn(language);
  for (const tell of listeners) tell();
}

/** The texts of the current language: another function after each switch. */
export const currentText = (): Text => spoken;

/** Calls back after each switch, until the returned function is called. */
export function onSwitch(tell: () => void): () => void {
  listeners.add(tell);
  return () => void listeners.delete(tell);
}
