import type { Locale } from 'antd/es/locale';

/** Everything for one language; only the one in use is loaded. */
export interface LanguagePack {
  readonly htmlLanguage: string;
  readonly messages: Readonly<Record<string, string>>;
  /** Messages of the component library. */
  readonly components: Locale;
  /** Sets the language of dates. */
  readonly useDates: () => void;
}

/** The month and the year over a calendar are called what they show: another name would hide it (WCAG 2.5.3). */
export const namedAsShown = (components: Locale): Locale => ({
  ...components,
  ...(components.DatePicker && {
    DatePicker: {
      ...components.DatePicker,
      lang: { ...components.DatePicker.lang, monthSelect: '', yearSelect: '' },
    },
  }),
});
