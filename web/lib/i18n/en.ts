import components from 'antd/es/locale/en_US';
import dayjs from 'dayjs';
import { pageMessages as messages } from '#shared/i18n/en-pages.ts';
import { namedAsShown, type LanguagePack } from '#web/lib/i18n/pack.ts';

export const pack: LanguagePack = {
  htmlLanguage: 'en',
  messages,
  components: namedAsShown(components),
  useDates: () => dayjs.locale('en'),
};
