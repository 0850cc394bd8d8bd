import { LinkOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Orders of contracts that were handed to the business school. */
export const orderLogPages: readonly Page[] = [
  {
    path: '/manager/system-log',
    area: 'manage',
    needs: ['manage', 'crm', 'log'],
    title: 'page.order_log',
    help: 'help.order_log',
    group: 'page.crm_settings',
    icon: LinkOutlined,
    page: managePage(() => import('#web/modules/crm/order-log/order-log-page.tsx'), 'OrderLogPage'),
  },
];
