import type { Language } from '#shared/i18n/language.ts';
import { cn } from '#shared/i18n/cn.ts';
import { en } from '#shared/i18n/en.ts';

export type MessageKey = keyof typeof cn & string;
const messages: Record<Language, Readonly<Record<string, string>>> = { cn, en };

export const isMessageKey = (key: string): key is MessageKey => Object.hasOwn(cn, key);

/** The text of a message with `{name}` places filled in. */
export function translate(
  language: Language,
  key: MessageKey,
  params: Readonly<Record<string, string | number>> = {},
): string {
  const text = messages[language][key] ?? key;
  return text.replace(/\{(\w{1,40})\}/g, (place, name: string) =>
    Object.hasOwn(params, name) ? String(params[name]) : place,
  );
}
