import { messageLabels } from '#shared/messages/message-labels.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { MessageType } from './message-type.ts';

const { approval, crm } = messageLabels;

/**
 * Messages that records of every type can cause, under numbers of our own. A type whose messages older clients know by
 * other numbers says so (`numbered`).
 */
const general = {
  'approval.asked': { number: 100, label: approval, icon: 'asked', text: 'message.approval_asked' },
  'approval.passed': { number: 101, label: approval, icon: 'passed', text: 'message.approval_passed' },
  'approval.rejected': { number: 102, label: approval, icon: 'rejected', text: 'message.approval_rejected' },
  'approval.withdrawn': { number: 103, label: approval, icon: 'returned', text: 'message.approval_withdrawn' },
  'approval.returned': { number: 104, label: approval, icon: 'returned', text: 'message.approval_returned' },
  'approval.returned_to_you': {
    number: 105,
    label: approval,
    icon: 'returned',
    text: 'message.approval_returned_to_you',
  },
  'approval.added': { number: 106, label: approval, icon: 'asked', text: 'message.approval_added' },
  'approval.transferred': { number: 107, label: approval, icon: 'asked', text: 'message.approval_transferred' },
  'approval.urged': { number: 108, label: approval, icon: 'late', text: 'message.approval_urged' },
  'approval.overdue': { number: 109, label: approval, icon: 'late', text: 'message.approval_overdue' },
  'approval.commented': { number: 110, label: approval, icon: 'comment', text: 'message.approval_commented' },
  'approval.mentioned': { number: 111, label: approval, icon: 'mention', text: 'message.approval_mentioned' },
  'approval.copied': { number: 112, label: approval, icon: 'copy', text: 'message.approval_copied' },
  'approval.taken_back': { number: 113, label: approval, icon: 'returned', text: 'message.approval_taken_back' },
  'follow_up.mentioned': { number: 120, label: crm, icon: 'mention', text: 'message.follow_up_mentioned' },
  'team.added': {
    number: 121,
    label: crm,
    icon: 'team',
    text: 'message.team_added',
    textOfMany: 'message.team_added_many',
  },
  'team.left': {
    number: 122,
    label: crm,
    icon: 'team',
    text: 'message.team_left',
    textOfMany: 'message.team_left_many',
  },
  'team.removed': {
    number: 123,
    label: crm,
    icon: 'team',
    text: 'message.team_removed',
    textOfMany: 'message.team_removed_many',
  },
} as const satisfies Readonly<Record<string, Omit<MessageType, 'name'>>>;
export type GeneralMessage = keyof typeof general;

export const generalMessages: readonly MessageType[] = Object.entries(general).map(([name, type]) => ({
  name,
  ...type,
}));

/** The general messages of a record type whose messages older clients know by these numbers. */
export const numbered = (
  of: RecordType,
  numbers: Readonly<Partial<Record<GeneralMessage, number>>>,
): readonly MessageType[] =>
  generalMessages.flatMap((type) => {
    const number = numbers[type.name as GeneralMessage];
    return number === undefined ? [] : [{ ...type, number, of }];
  });
