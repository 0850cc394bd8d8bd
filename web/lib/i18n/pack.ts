import type { Locale } from 'antd/es/locale';

/** Everything of one language; only the one in use is loaded. */
export interface LanguagePack {
  readonly htmlLanguage: string;
  readonly messages: Readonly<Record<string, string>>;
  /** Words of the components library. */
  readonly components: Locale;
  /** Makes dates speak this language. */
  readonly useDates: () => void;
}
