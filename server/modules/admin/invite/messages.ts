import type { MessageType } from '#server/messages/message-type.ts';
import { sendMessages } from '#server/messages/send.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';

const applied = 'invite.applied';

/** What people learn of strangers who want to join by a link of theirs. */
export const inviteMessages: readonly MessageType[] = [
  {
    name: applied,
    number: 140,
    label: messageLabels.approval,
    icon: 'asked',
    text: 'message.invite_applied',
    leadsTo: '/manager/employee-dep',
  },
];

/** Of an application: it is to be decided until somebody has. */
const threadOf = (applicationId: number): string => `invite_application/${applicationId}`;

/** Tells whoever made the link; what the stranger calls himself is seen only where he is decided on. */
export const tellApplied = (db: Database, applicationId: number, makerId: number): Promise<void> =>
  sendMessages(db, [
    { name: applied, to: [makerId], causedBy: null, event: threadOf(applicationId), thread: threadOf(applicationId) },
  ]);

/** Somebody has decided applications; null where their time was over. */
export const settleApplied = (db: Database, applicationIds: readonly number[], by: number | null): Promise<void> =>
  sendMessages(
    db,
    [],
    applicationIds.map((applicationId) => ({ thread: threadOf(applicationId), by, as: 'message.settled' })),
  );
