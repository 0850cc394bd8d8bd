import type { MessageType } from '#server/messages/message-type.ts';
import { messageLabels } from '#shared/messages/message-labels.ts';

/** What people learn of leads that came from outside. */
export const leadSourceMessages: readonly MessageType[] = [
  { name: 'lead.received', number: 130, label: messageLabels.crm, icon: 'notice', text: 'message.lead_received' },
  {
    name: 'lead.received_again',
    number: 131,
    label: messageLabels.crm,
    icon: 'notice',
    text: 'message.lead_received_again',
  },
];
