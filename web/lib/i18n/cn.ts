import components from 'antd/es/locale/zh_CN';
import dayjs from 'dayjs';
import 'dayjs/locale/zh-cn';
import { pageMessages as messages } from '#shared/i18n/cn-pages.ts';
import { namedAsShown, type LanguagePack } from '#web/lib/i18n/pack.ts';

export const pack: LanguagePack = {
  htmlLanguage: 'zh-CN',
  messages,
  components: namedAsShown(components),
  useDates: () => dayjs.locale('zh-cn'),
};
