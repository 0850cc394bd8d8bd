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
