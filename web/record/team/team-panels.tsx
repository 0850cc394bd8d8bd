import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { DetailPanel } from '#web/record/record-screen.ts';
import { can } from '#shared/record/capabilities/capability.ts';
import type { OwnershipCalls } from '#shared/record/calls/ownership-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const TeamPanel = lazyOverlay(() => import('#web/record/team/team-panel.tsx'), 'TeamPanel');

/** The tab with the team of a record that is somebody's; none for types without teams. */
export const teamPanels = (type: RecordType, calls: OwnershipCalls): DetailPanel[] =>
  can(type, 'team')
    ? [
        {
          key: 'team',
          label: 'team.panel',
          fits: (record) => record['isPool'] !== 1,
          Panel: (props) => <TeamPanel {...props} calls={calls} />,
        },
      ]
    : [];
