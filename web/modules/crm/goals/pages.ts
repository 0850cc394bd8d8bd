import { AimOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** What departments and people are to reach. */
export const goalPages: readonly Page[] = [
  {
    path: '/manager/system-customer/biz-goals',
    area: 'manage',
    needs: ['manage', 'crm', 'achievement'],
    title: 'page.goals',
    help: 'help.goals',
    group: 'page.crm_settings',
    icon: AimOutlined,
    page: managePage(() => import('#web/modules/crm/goals/goals-page.tsx'), 'GoalsPage'),
  },
];
