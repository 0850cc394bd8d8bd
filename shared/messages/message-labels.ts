/** Kinds of messages, by their numbers of the wire. Approvals of documents of every area are together. */
export const messageLabels = {
  task: 1,
  journal: 2,
  approval: 3,
  notice: 4,
  schedule: 5,
  crm: 6,
} as const;
export type MessageLabel = (typeof messageLabels)[keyof typeof messageLabels];

export const allMessageLabels: readonly MessageLabel[] = Object.values(messageLabels);

/** What a message is about, as the page draws it. */
export const messageIcons = [
  'asked',
  'passed',
  'rejected',
  'returned',
  'late',
  'comment',
  'copy',
  'team',
  'mention',
  'money',
  'date',
  'notice',
] as const;
export type MessageIcon = (typeof messageIcons)[number];
