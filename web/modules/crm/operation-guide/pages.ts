import { ReadOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Contents and tutorials for the staff. */
export const operationGuidePages: readonly Page[] = [
  {
    path: '/manager/system-operate',
    area: 'manage',
    needs: ['manage', 'crm', 'operate'],
    title: 'page.operation_guide',
    help: 'help.operation_guide',
    group: 'page.crm_settings',
    icon: ReadOutlined,
    page: managePage(() => import('#web/modules/crm/operation-guide/guide-page.tsx'), 'GuidePage'),
  },
];
