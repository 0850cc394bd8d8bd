import { ScheduleOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

export const dutyPages: readonly Page[] = [
  {
    path: '/manager/system-scheduling',
    area: 'manage',
    needs: ['manage', 'crm', 'schedule'],
    title: 'page.duty',
    help: 'help.duty',
    group: 'page.crm_settings',
    icon: ScheduleOutlined,
    page: managePage(() => import('#web/modules/crm/duty/duty-page.tsx'), 'DutyPage'),
  },
];
