import { DashboardOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';

/** The dashboard. */
export const workbenchPages: readonly Page[] = [
  {
    path: '/crm/workbench',
    area: 'crm',
    needs: null,
    title: 'page.workbench',
    help: 'help.workbench',
    isFrequent: true,
    icon: DashboardOutlined,
    page: lazyPage(() => import('#web/modules/crm/workbench/workbench-page.tsx'), 'WorkbenchPage'),
  },
];
