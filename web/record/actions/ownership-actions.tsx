import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { OwnershipCalls } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const TransferDialog = lazyOverlay(() => import('#web/record/actions/transfer-dialog.tsx'), 'TransferDialog');
const MembersDialog = lazyOverlay(() => import('#web/record/actions/members-dialog.tsx'), 'MembersDialog');

/** What belongs to a person can change hands and be shared (R14.1). */
export const ownershipActions = (type: RecordType, calls: OwnershipCalls): RecordAction[] => [
  {
    key: 'transfer',
    label: 'record_action.transfer',
    access: permissionOf(type, 'transfer'),
    changes: true,
    Dialog: (props) => <TransferDialog {...props} endpoint={calls.transfer} />,
  },
  {
    key: 'addMembers',
    label: 'record_action.add_members',
    access: permissionOf(type, 'teamsave'),
    Dialog: (props) => <MembersDialog {...props} calls={calls} kind="add" />,
  },
  {
    key: 'removeMembers',
    label: 'record_action.remove_members',
    access: permissionOf(type, 'teamsave'),
    Dialog: (props) => <MembersDialog {...props} calls={calls} kind="remove" />,
  },
];
