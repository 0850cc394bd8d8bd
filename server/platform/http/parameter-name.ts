import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate, type MessageKey } from '#shared/i18n/translate.ts';
import type { ErrorParams } from '#shared/wire/error-codes.ts';

/**
 * What people call a parameter: what its id refers to, or the label of its last key; of an item of a list also
 * which one it is.
 */
function parameterName(language: Language, path: string, subject: unknown): string {
  const keys = path.split('.');
  const place = keys.find(isPlace);
  // the last keys may be the client's own, such as those of a map
  const labels = [subject, ...keys.toReversed().map((key) => `parameter.${key}`)];
  const label = labels.find((one) => typeof one === 'string' && isMessageKey(one)) ?? 'parameter.data';
  const name = translate(language, label as MessageKey);
  return place === undefined ? name : translate(language, 'parameter.of_item', { name, place: Number(place) + 1 });
}

const isPlace = (key: string): boolean => /^\d+$/.test(key);

/** The values of a message; a parameter gets its name in the reader's language. */
export function withParameterName(language: Language, params: ErrorParams): ErrorParams {
  const { parameter, subject, ...rest } = params;
  return parameter === undefined ? params : { name: parameterName(language, String(parameter), subject), ...rest };
}
