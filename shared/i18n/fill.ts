import type { Language } from '#shared/i18n/language.ts';

/**
 * A placeholder: `{name}`, `{name, lower}` for a label in the middle of a sentence, or
 * `{name, plural, one {# record} other {# records}}` as in ICU messages, where `#` is the number.
 */
const placeholder = /\{(\w{1,40})(?:, (lower)|, plural, one \{([^{}]{0,80})\} other \{([^{}]{0,80})\})?\}/g;

const plurals: Readonly<Record<Language, Intl.PluralRules>> = {
  cn: new Intl.PluralRules('zh'),
  en: new Intl.PluralRules('en'),
};

/** Fills in the placeholders of a message; one without a value stays as `{name}`. */
export function fill(language: Language, message: string, params: Readonly<Record<string, unknown>>): string {
  if (!message.includes('{')) return message;
  return message.replace(placeholder, (_whole, name: string, lower?: string, one?: string, other?: string) => {
    const value = Object.hasOwn(params, name) ? String(params[name]) : `{${name}}`;
    if (one !== undefined && other !== undefined)
      return (isOne(language, value) ? one : other).replaceAll('#', () => value);
    return lower ? value.toLowerCase() : value;
  });
}

/** Numbers may come formatted: `1,234`, or `10,000+` for a capped count. */
const isOne = (language: Language, value: string): boolean =>
  plurals[language].select(Number(value.replaceAll(',', ''))) === 'one';
