import { z } from 'zod';
import { channels } from '#shared/crm/messaging-services/channels.ts';
import { outboxRow, outsideKeyLimit, outsideUrlLimit } from '#shared/platform/outbox-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  limit,
  optionalInt,
  optionalLongText,
  optionalText,
  page,
  pageOf,
  someIds,
  wordList,
} from '#shared/wire/values.ts';

/** Errors of the messaging services. */
export const messagingErrors = {
  'messaging.request_json': 422,
  'messaging.place_unknown': 422,
  'messaging.place_missing': 422,
  'messaging.incomplete': 422,
  'messaging.types': 422,
} as const;
type MessagingErrors = typeof messagingErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends MessagingErrors {}
}

const access = 'manage:crm:enterpriseInfo';

export const requestLimit = 2000;
export const wordsLimit = 300;

const registry = z.object({
  /** What is asked: the service of this page, that of the environment, or the companies stored here. */
  source: z.enum(['page', 'environment', 'table']),
  isOn: z.int(),
  url: z.string(),
  /** Whether a key is set that can be read; keys are never sent. */
  hasKey: z.int(),
  /** Questions left, as the service said last; null where it did not. */
  remaining: z.int().nullable(),
});

const channelRow = z.object({
  channel: z.enum(channels),
  isOn: z.int(),
  url: z.string(),
  hasKey: z.int(),
  request: z.string(),
  words: z.string(),
  /** Numbers of the types of messages that leave by it. */
  types: z.array(z.int()),
});
export type ChannelRow = z.output<typeof channelRow>;

const useRow = z.object({
  id: z.int(),
  userName: z.string(),
  askedFor: z.string(),
  isAnswered: z.int(),
  useTime: z.string(),
});
export type UseRow = z.output<typeof useRow>;

const sentRow = outboxRow.extend({ channel: z.enum(channels), userName: z.string(), isTest: z.int() });
export type SentRow = z.output<typeof sentRow>;

const url = optionalText(outsideUrlLimit);
/** A new key; without one the former stays as long as the service has the same address. */
const key = optionalText(outsideKeyLimit);

/** Services outside that tell about companies and that carry messages (docs/decisions/outbox.md). */
export const messagingCalls = {
  settings: endpoint({
    path: 'CrmMessagingService/querySettings',
    access,
    input: z.object({}),
    output: z.object({
      registry,
      channels: z.array(channelRow),
      /** Types of messages that can be chosen. */
      types: z.array(z.object({ type: z.int(), name: z.string() })),
    }),
  }),
  saveRegistry: endpoint({
    path: 'CrmMessagingService/saveRegistry',
    access,
    effect: 'write',
    input: z.object({ isOn: flag, url, key }),
    output: done,
    codes: ['outside.address', 'outside.key_again', 'messaging.incomplete'],
  }),
  /** Asks the service of the page for one company; `message` says what became of it. */
  testRegistry: endpoint({
    path: 'CrmMessagingService/testRegistry',
    access,
    rate: 'search',
    input: z.object({}),
    output: z.object({ isAnswered: z.int(), message: z.string() }),
  }),
  saveChannel: endpoint({
    path: 'CrmMessagingService/saveChannel',
    access,
    effect: 'write',
    input: z.object({
      channel: z.enum(channels),
      isOn: flag,
      url,
      key,
      request: optionalLongText(requestLimit),
      words: optionalLongText(wordsLimit),
      types: z.preprocess(wordList, z.array(z.coerce.number().int().positive().max(100_000)).max(200).default([])),
    }),
    output: done,
    codes: [
      'outside.address',
      'outside.key_again',
      'messaging.incomplete',
      'messaging.request_json',
      'messaging.place_unknown',
      'messaging.place_missing',
      'messaging.types',
    ],
  }),
  /** Sends a message to the caller by a channel, on or off, through the outbox. */
  testChannel: endpoint({
    path: 'CrmMessagingService/testChannel',
    access,
    effect: 'write',
    input: z.object({ channel: z.enum(channels) }),
    output: done,
    codes: ['messaging.incomplete'],
  }),
  uses: endpoint({
    path: 'CrmMessagingService/queryUseList',
    access,
    input: z.object({ page, limit: limit(15), search: optionalText(50) }),
    output: pageOf(useRow),
  }),
  sent: endpoint({
    path: 'CrmMessagingService/queryPageList',
    access,
    input: z.object({ page, limit: limit(15), state: optionalInt(0, 4), channel: optionalText(20) }),
    output: pageOf(sentRow),
  }),
  repeat: endpoint({
    path: 'CrmMessagingService/repeatByIds',
    access,
    ids: { ids: 'outbox' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'outbox.not_failed'],
  }),
  drop: endpoint({
    path: 'CrmMessagingService/dropByIds',
    access,
    ids: { ids: 'outbox' },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: done,
    codes: ['access.record', 'outbox.not_failed'],
  }),
};
