import { z } from 'zod';
import { pingEvent, webhookEvents } from '#shared/admin/webhooks/webhook-events.ts';
import { outboxRow, outsideUrlLimit } from '#shared/platform/outbox-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  limit,
  nothing,
  optionalId,
  optionalInt,
  page,
  pageOf,
  someIds,
  text,
  wordList,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    webhook: true;
  }
}

/** Errors of webhooks. */
export const webhookErrors = {
  'webhook.taken': 422,
  'webhook.too_many': 422,
  'webhook.unknown_type': 422,
  'webhook.no_secret': 422,
  'webhook.waiting': 422,
} as const;
type WebhookErrors = typeof webhookErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends WebhookErrors {}
}

const access = 'manage:system:update';

export const webhookNameLimit = 50;

const webhook = z.object({
  id: z.int(),
  name: z.string(),
  url: z.string(),
  isOn: z.int(),
  /** Names of the record types that it hears of. */
  types: z.array(z.string()),
  events: z.array(z.enum(webhookEvents)),
  /** Whether it has a secret that can be read; secrets are sent once, when they are made. */
  hasSecret: z.int(),
  /** Deliveries that wait, and those that have failed for good. */
  waiting: z.int(),
  failed: z.int(),
});
export type Webhook = z.output<typeof webhook>;

const logRow = outboxRow.extend({
  event: z.enum([...webhookEvents, pingEvent]),
  /** Name of the record's type, in words; '' in a test. */
  typeName: z.string(),
  /** Null in a test. */
  recordId: z.int().nullable(),
  /** The status of the last answer; null where there was none. */
  status: z.int().nullable(),
});
export type WebhookLogRow = z.output<typeof logRow>;

const chosen = <T extends z.ZodType>(one: T) => z.preprocess(wordList, z.array(one).min(1).max(100));

/** Programs that hear what happens to records (docs/decisions/webhooks.md). */
export const webhookCalls = {
  list: endpoint({
    path: 'system/webhook/queryList',
    access,
    input: nothing,
    output: z.object({
      list: z.array(webhook),
      /** Record types that can be chosen. */
      types: z.array(z.object({ type: z.string(), name: z.string() })),
    }),
  }),
  /** A new webhook, which has no secret yet, or another setting of one. */
  save: endpoint({
    path: 'system/webhook/save',
    access,
    effect: 'write',
    ids: { id: 'webhook' },
    idempotent: { unless: 'id' },
    input: z.object({
      id: optionalId,
      name: text(webhookNameLimit).refine((value) => value !== ''),
      url: text(outsideUrlLimit).refine((value) => value !== ''),
      isOn: flag,
      types: chosen(text(50)),
      events: chosen(z.enum(webhookEvents)),
    }),
    output: z.object({ id: z.int() }),
    codes: ['access.record', 'outside.address', 'webhook.taken', 'webhook.too_many', 'webhook.unknown_type'],
  }),
  remove: endpoint({
    path: 'system/webhook/delete',
    access,
    effect: 'write',
    ids: { id: 'webhook' },
    input: z.object({ id }),
    output: done,
    codes: ['access.record'],
  }),
  /** Makes a secret, 32 bytes in hex, which is told here alone; a former one ends at once. */
  newSecret: endpoint({
    path: 'system/webhook/newSecret',
    access,
    effect: 'write',
    ids: { id: 'webhook' },
    input: z.object({ id }),
    output: z.object({ secret: z.string() }),
    codes: ['access.record'],
  }),
  /** Sends a `ping`, also while it is off. */
  test: endpoint({
    path: 'system/webhook/test',
    access,
    effect: 'write',
    ids: { id: 'webhook' },
    input: z.object({ id }),
    output: done,
    codes: ['access.record', 'webhook.no_secret'],
  }),
  /** Its deliveries, the newest first. */
  log: endpoint({
    path: 'system/webhook/queryLog',
    access,
    ids: { id: 'webhook' },
    input: z.object({ id, page, limit: limit(15), state: optionalInt(0, 4) }),
    output: pageOf(logRow),
    codes: ['access.record'],
  }),
  /** Sends deliveries again that are over, each with the id that it had. */
  replay: endpoint({
    path: 'system/webhook/replay',
    access,
    effect: 'write',
    ids: { id: 'webhook', ids: 'outbox' },
    input: z.object({ id, ids: someIds }),
    output: done,
    codes: ['access.record', 'webhook.waiting'],
  }),
};
