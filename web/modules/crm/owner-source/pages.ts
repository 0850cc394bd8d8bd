import { LinkOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Which advisers follow up the new customers of which agent. */
export const ownerSourcePages: readonly Page[] = [
  {
    path: '/manager/system-customer/owner-source',
    area: 'manage',
    needs: ['manage', 'crm', 'ownerSource'],
    title: 'page.owner_source',
    help: 'help.owner_source',
    group: 'page.crm_settings',
    icon: LinkOutlined,
    page: managePage(() => import('#web/modules/crm/owner-source/owner-source-page.tsx'), 'OwnerSourcePage'),
  },
];
