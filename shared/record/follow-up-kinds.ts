import type { MessageKey } from '#shared/i18n/translate.ts';

/** Kinds of follow-ups that a company starts with (R13.3), with what each language calls them. */
const standard: ReadonlyMap<string, MessageKey> = new Map([
  ['打电话', 'follow_up.kind.call'],
  ['发短信', 'follow_up.kind.message'],
  ['上门拜访', 'follow_up.kind.visit'],
]);
export const standardKinds = [...standard.keys()];

/** A kind as people read it: one that a company starts with in their language, others as they were written. */
export function kindText(text: (key: MessageKey) => string, kind: string): string {
  const key = standard.get(kind);
  return key ? text(key) : kind;
}
