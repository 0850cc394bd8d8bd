import { AlertOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';

/** What customers owe beyond its day (R2.2). */
export const arrearsPages: readonly Page[] = [
  {
    path: '/crm/arrearage',
    area: 'crm',
    needs: ['crm', 'arrear', 'index'],
    title: 'page.arrears',
    help: 'help.arrears',
    icon: AlertOutlined,
    page: lazyPage(() => import('#web/modules/crm/arrears/arrears-page.tsx'), 'ArrearsPage'),
  },
];
