import { LinkOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Where leads come from, and who gets them. */
export const leadSourcePages: readonly Page[] = [
  {
    path: '/manager/system-clue',
    area: 'manage',
    needs: ['manage', 'crm', 'clue'],
    title: 'page.lead_sources',
    help: 'help.lead_sources',
    group: 'page.crm_settings',
    icon: LinkOutlined,
    page: managePage(() => import('#web/modules/crm/lead-sources/sources-page.tsx'), 'SourcesPage'),
  },
];
