import { LockOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';

/** Closing months, for finance. */
export const ledgerPages: readonly Page[] = [
  {
    path: '/crm/ledger',
    area: 'crm',
    needs: ['crm', 'ledger', 'freeze'],
    title: 'ledger.freeze.title',
    help: 'ledger.freeze.help',
    icon: LockOutlined,
    page: lazyPage(() => import('#web/modules/crm/ledger/freeze-page.tsx'), 'FreezePage'),
  },
];
