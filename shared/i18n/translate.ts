import type { Language } from '#shared/i18n/language.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';
import { fill } from '#shared/i18n/fill.ts';

export type MessageKey = keyof typeof cn & string;
const messages: Record<Language, Readonly<Record<string, string>>> = { cn, en };

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(cn, key);

/** The text of a message with its placeholders filled in. */
export function translate(
  language: Language,
  key: MessageKey,
  params: Readonly<Record<string, string | number>> = {},
): string {
  return fill(language, messages[language][key] ?? key, params);
}
