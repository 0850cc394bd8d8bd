import type { Text } from '#web/lib/i18n/i18n.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import { standardKinds } from '#shared/record/follow-up-kinds.ts';

const words: Readonly<Record<string, MessageKey>> = standardKinds;

/** A kind of follow-ups as people read it: one that a company starts with in their language, others as they were written. */
export function kindText(text: Text, kind: string): string {
  const key = Object.hasOwn(words, kind) ? words[kind] : undefined;
  return key ? text(key) : kind;
}
