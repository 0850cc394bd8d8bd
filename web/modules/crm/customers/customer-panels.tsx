import { lazyPage } from '#web/lib/lazy-page.tsx';
import { PoolFate } from '#web/modules/crm/customers/pool/pool-fate.tsx';
import type { DetailPanel } from '#web/record/record-screen.ts';
import { teamPanels } from '#web/record/team/team-panels.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';

const CustomerStatement = lazyPage(
  () => import('#web/modules/crm/customers/statement/customer-statement.tsx'),
  'CustomerStatement',
);

const isOwned = (record: Readonly<Record<string, unknown>>): boolean => record['isPool'] !== 1;

export const customerPanels: readonly DetailPanel[] = [
  ...teamPanels(customerType, customerCalls),
  { key: 'statement', label: 'statement.tab', access: 'crm:ledger:statement', Panel: CustomerStatement },
  { key: 'pool', label: 'pool.fate', fits: isOwned, Panel: PoolFate },
];
