import { customerStatementPanel } from '#web/modules/crm/customer-statement.tsx';
import { PoolFate } from '#web/modules/crm/customers/pool/pool-fate.tsx';
import type { DetailPanel } from '#web/record/record-screen.ts';
import { teamPanels } from '#web/record/team/team-panels.tsx';
import { customerType } from '#shared/crm/customer-type.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';

const isOwned = (record: Readonly<Record<string, unknown>>): boolean => record['isPool'] !== 1;

export const customerPanels: readonly DetailPanel[] = [
  ...teamPanels(customerType, customerCalls),
  customerStatementPanel,
  { key: 'pool', label: 'pool.fate', fits: isOwned, Panel: PoolFate },
];
