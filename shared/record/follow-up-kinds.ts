import type { MessageKey } from '#shared/i18n/translate.ts';

/** Initial kinds of follow-ups (R13.3), with their name in each language. */
const standard: ReadonlyMap<string, MessageKey> = new Map([
  ['打电话', 'follow_up.kind.call'],
  ['发短信', 'follow_up.kind.message'],
  ['上门拜访', 'follow_up.kind.visit'],
]);
export const standardKinds = [...standard.keys()];

/** The display name of a kind: initial ones in the reader's language, others as written. */
export function kindText(text: (key: MessageKey) => string, kind: string): string {
  const key = standard.get(kind);
  return key ? text(key) : kind;
}

/** A kind as it is stored for all languages, of the name that is shown or typed in one: the reverse of `kindText`. */
export const writtenKind = (text: (key: MessageKey) => string, name: string): string =>
  standardKinds.find((kind) => kindText(text, kind) === name) ?? name;
