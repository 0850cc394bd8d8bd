import { IdcardOutlined } from '@ant-design/icons';
import { managePage } from '#web/modules/manage-page.ts';
import type { Page } from '#web/modules/page.ts';

/** Electronic business cards of the staff. */
export const businessCardPages: readonly Page[] = [
  {
    path: '/manager/IdCardManagement',
    area: 'manage',
    needs: ['manage', 'crm', 'ElectronicCardConfig'],
    title: 'page.business_cards',
    help: 'help.business_cards',
    group: 'page.crm_settings',
    icon: IdcardOutlined,
    page: managePage(() => import('#web/modules/crm/business-cards/cards-page.tsx'), 'CardsPage'),
  },
];
