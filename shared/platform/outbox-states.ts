/** States of what leaves the house, as they are stored and sent. */
export const outboxStates = { waiting: 0, delivered: 1, failed: 2, dropped: 3, leftOut: 4 } as const;

/** Why an entry failed or was left out; each is a sentence, `outbox.reason_…`. */
export const outboxReasons = [
  'refused',
  'network',
  'timeout',
  'status',
  'answer',
  'said_no',
  'restored',
  'unknown_target',
  'broken',
  'off',
  'no_key',
  'no_number',
  'no_address',
  'blacklisted',
  'settled',
  'gone',
] as const;
export type OutboxReason = (typeof outboxReasons)[number];

/** How long finished entries are kept, in days. */
export const outboxDays = 180;
/** Attempts, of which the last is about six hours after the first. */
export const outboxTries = 8;
