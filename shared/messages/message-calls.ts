import { z } from 'zod';
import { messageIcons } from '#shared/messages/message-labels.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  flag,
  id,
  limit,
  nothing,
  optionalFlag,
  optionalId,
  optionalInt,
  page,
  pageOf,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    message: true;
  }
}

/** A message to the caller, in the caller's language. */
const messageRow = z.object({
  messageId: z.int(),
  /** What happened, as a sentence. */
  title: z.string(),
  /** What was said, such as the reason of a refusal. */
  content: z.string(),
  label: z.int(),
  type: z.int(),
  icon: z.enum(messageIcons),
  /** Wire name and id of the record that it leads to, with its name; empty where the caller may not read it any more. */
  types: z.string(),
  typeId: z.int(),
  typesName: z.string(),
  /** Address that it leads to instead of a record. */
  link: z.string(),
  /** Who caused it; 0 for what happens by itself. */
  createUser: z.int(),
  realname: z.string(),
  userImg: z.string(),
  createTime: z.string(),
  isRead: flag,
  readTime: z.string(),
  /** Who has done what it asks for; empty while that waits. */
  settled: z.string(),
});
export type MessageRow = z.infer<typeof messageRow>;

const label = optionalInt(1, 6);

/** Something done to one of the caller's messages. */
const toOne = (path: string) =>
  endpoint({
    path,
    access: 'login',
    effect: 'write',
    ids: { messageId: 'message' },
    input: z.object({ messageId: id }),
    output: done,
    codes: ['access.record'],
  });

/** Something done to all of them, or to those of a kind. */
const toMany = (path: string) =>
  endpoint({
    path,
    access: 'login',
    effect: 'write',
    input: z.object({ label }),
    output: z.object({ count: z.int() }),
  });

/** Messages to the caller; nobody has a right to those of others. */
export const messageCalls = {
  /** Newest first: a page, or those older than the message `before`. */
  list: endpoint({
    path: 'system/message/queryList',
    whileViewing: 'refused',
    access: 'login',
    ids: { before: 'reference' },
    input: z.object({ page, limit: limit(15), label, isRead: optionalFlag, before: optionalId }),
    /** `totalRow` stops at 1,000 of each kind. */
    output: pageOf(messageRow),
    codes: ['input.page_too_deep'],
  }),
  /** Unread ones by kind, each counted up to 1,000; `labels` are the kinds that there can be. */
  unread: endpoint({
    path: 'system/message/queryUnreadCount',
    whileViewing: 'refused',
    access: 'login',
    input: nothing,
    output: z.object({
      allCount: z.int(),
      announceCount: z.int(),
      examineCount: z.int(),
      taskCount: z.int(),
      logCount: z.int(),
      crmCount: z.int(),
      eventCount: z.int(),
      labels: z.array(z.int()),
    }),
  }),
  read: toOne('system/message/readMessage'),
  readAll: toMany('system/message/readAllMessage'),
  /** Deletes what has been read, all of it or that of a kind. */
  clear: toMany('system/message/clear'),
  remove: toOne('system/message/deleteById'),
};
