import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import type { RecordAction } from '#web/record/record-screen.ts';
import type { OwnershipCalls } from '#shared/record/calls/ownership-calls.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

const TransferDialog = lazyOverlay(() => import('#web/record/actions/transfer-dialog.tsx'), 'TransferDialog');
const MembersDialog = lazyOverlay(() => import('#web/record/actions/members-dialog.tsx'), 'MembersDialog');

/** Records with an owner can be transferred and shared (R14.1). */
export const ownershipActions = (type: RecordType, calls: OwnershipCalls): RecordAction[] => [
  {
    key: 'transfer',
    needs: 'transfer',
    label: 'record_action.transfer',
    access: permissionOf(type, 'transfer'),
    changes: true,
    Dialog: (props) => <TransferDialog {...props} endpoint={calls.transfer} />,
  },
  {
    key: 'addMembers',
    needs: 'team',
    label: 'record_action.add_members',
    access: permissionOf(type, 'teamsave'),
    Dialog: (props) => <MembersDialog {...props} calls={calls} kind="add" />,
  },
  {
    key: 'removeMembers',
    needs: 'team',
    label: 'record_action.remove_members',
    access: permissionOf(type, 'teamsave'),
    Dialog: (props) => <MembersDialog {...props} calls={calls} kind="remove" />,
  },
];
