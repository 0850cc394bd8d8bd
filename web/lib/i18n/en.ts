import components from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import english from 'dayjs/locale/en';
import { pageMessages as messages } from '#shared/i18n/en-pages.ts';
import { namedAsShown, type LanguagePack } from '#web/lib/i18n/pack.ts';

export const pack: LanguagePack = {
  htmlLanguage: 'en',
  messages,
  components: namedAsShown(components),
  // the company's weeks begin on Monday in either language
  useDates: () => dayjs.locale({ ...english, weekStart: 1 }),
};
