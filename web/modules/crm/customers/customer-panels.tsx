import { PoolFate } from '#web/modules/crm/customers/pool/pool-fate.tsx';
import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { DetailPanel } from '#web/record/record-screen.ts';
import { customerCalls } from '#shared/crm/customer-calls.ts';

const TeamPanel = lazyOverlay(() => import('#web/record/team/team-panel.tsx'), 'TeamPanel');
const isOwned = (record: Readonly<Record<string, unknown>>): boolean => record['isPool'] !== 1;

export const customerPanels: readonly DetailPanel[] = [
  {
    key: 'team',
    label: 'team.panel',
    fits: isOwned,
    Panel: (props) => <TeamPanel {...props} calls={customerCalls} />,
  },
  { key: 'pool', label: 'pool.fate', fits: isOwned, Panel: PoolFate },
];
