import { z } from 'zod';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    outbox: true;
  }
}

/** Errors of what leaves the house. */
export const outboxErrors = { 'outbox.not_failed': 422, 'outside.address': 422, 'outside.key_again': 422 } as const;
type OutboxErrors = typeof outboxErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends OutboxErrors {}
}

/** The part of an entry that every page of entries shows. */
export const outboxRow = z.object({
  id: z.int(),
  /** As in `outboxStates`. */
  state: z.int(),
  tries: z.int(),
  /** Why it failed or was left out, in words; '' where there is nothing to say. */
  reason: z.string(),
  createTime: z.string(),
  /** Of the end, whichever it was; '' before. */
  finishTime: z.string(),
  /** When it is tried next; '' when it is over. */
  nextTime: z.string(),
});
export type OutboxRow = z.output<typeof outboxRow>;

/** Longest address of a service, and longest key. */
export const outsideUrlLimit = 300;
export const outsideKeyLimit = 200;
