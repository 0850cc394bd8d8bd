import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';

/** On or off, as people read it. */
export const switchWord = (language: Language, isOn: boolean): string =>
  translate(language, isOn ? 'setting.on' : 'setting.off');
