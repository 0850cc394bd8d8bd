import { recordModules } from '#server/record/registry.ts';
import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';

/** What people call a record type; its name where there is none of it any more. */
export const typeWords = (name: string, language: Language): string =>
  isMessageKey(name) ? translate(language, name) : name;

/** Names of the record types of which programs can hear, with their words. */
export const typeChoices = (language: Language): { readonly type: string; readonly name: string }[] =>
  recordModules().map(({ type }) => ({ type: type.name, name: typeWords(type.name, language) }));
