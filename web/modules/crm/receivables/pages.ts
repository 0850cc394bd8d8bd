import { BankOutlined } from '@ant-design/icons';
import { lazyPage } from '#web/lib/lazy-page.tsx';
import type { Page } from '#web/modules/page.ts';

/** Bank statements, for finance. */
export const receivablePages: readonly Page[] = [
  {
    path: '/crm/bank',
    area: 'crm',
    needs: ['crm', 'ledger', 'bank'],
    title: 'page.bank',
    help: 'help.bank',
    icon: BankOutlined,
    page: lazyPage(() => import('#web/modules/crm/receivables/bank-page.tsx'), 'BankPage'),
  },
];
