import { StopOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Numbers that get no text messages. */
export const smsBlacklistPages: readonly Page[] = [
  {
    path: '/manager/SMSBlackListSet',
    area: 'manage',
    needs: ['manage', 'crm', 'SMSBlackListAuth'],
    title: 'page.sms_blacklist',
    help: 'help.sms_blacklist',
    group: 'page.crm_settings',
    icon: StopOutlined,
    page: managePage(() => import('#web/modules/crm/sms-blacklist/blacklist-page.tsx'), 'BlacklistPage'),
  },
];
