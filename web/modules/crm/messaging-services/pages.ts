import { LinkOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Services outside that tell about companies and carry messages. */
export const messagingPages: readonly Page[] = [
  {
    path: '/manager/CorporateMessagingServices',
    area: 'manage',
    needs: ['manage', 'crm', 'enterpriseInfo'],
    title: 'page.messaging',
    help: 'help.messaging',
    group: 'page.crm_settings',
    icon: LinkOutlined,
    page: managePage(() => import('#web/modules/crm/messaging-services/messaging-page.tsx'), 'MessagingPage'),
  },
];
