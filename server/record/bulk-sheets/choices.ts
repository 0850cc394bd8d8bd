import { uniqueKey } from '#shared/text/invisible.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';

/** What a value is called in a sheet: by messages in either language, or literally. */
type Names = readonly (MessageKey | number)[];

/** The value of a cell, the first one for an empty cell, undefined for an unknown one. */
export function choiceOf<T>(
  text: string | undefined,
  choices: readonly (readonly [value: T, names: Names])[],
): T | undefined {
  if (text === undefined) return choices[0]?.[0];
  const said = bare(text);
  return choices.find(([, names]) => names.some((name) => wordsOf(name).some((word) => bare(word) === said)))?.[0];
}

const wordsOf = (name: MessageKey | number): string[] =>
  typeof name === 'string' && isMessageKey(name) ? [translate('cn', name), translate('en', name)] : [String(name)];

const bare = (text: string): string => uniqueKey(text).replaceAll(/\s/g, '').toLowerCase();
