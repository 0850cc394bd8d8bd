import { z } from 'zod';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, optionalId, optionalText, page } from '#shared/wire/values.ts';

/** Maximum number of people mentioned in a follow-up. */
export const mostMentioned = 50;

/** A follow-up that mentions the reader. */
const mentionRow = z.object({
  mentionId: z.int(),
  /** The follow-up. */
  recordId: z.int(),
  /** Wire name of the type and id of the record it belongs to, with its name. */
  types: z.string(),
  typesId: z.int(),
  typesName: z.string(),
  content: z.string(),
  createUserId: z.int(),
  realname: z.string(),
  userImg: z.string(),
  createTime: z.string(),
  isRead: flag,
});
export type MentionRow = z.infer<typeof mentionRow>;

const mentionable = z.object({ userId: z.int(), realname: z.string(), deptName: z.string(), img: z.string() });
export type Mentionable = z.infer<typeof mentionable>;

export const mentionCalls = {
  /** People who may read a record, by a part of their name; those involved with it first, at most eight. */
  candidates: endpoint({
    path: 'CrmRecord/queryMentionList',
    whileViewing: 'refused',
    access: 'login',
    rate: 'search',
    ids: { actionId: 'record' },
    input: z.object({ actionId: id, types: optionalText(40), search: optionalText(50) }),
    output: z.array(mentionable),
    codes: ['access.record', 'field.unknown'],
  }),
  /** Follow-ups that mention the caller, newest first, if the caller can still read their records. */
  list: endpoint({
    path: 'system/message/queryMentions',
    whileViewing: 'refused',
    access: 'login',
    input: z.object({ page, limit: limit() }),
    output: z.object({ list: z.array(mentionRow), totalRow: z.int(), unreadNum: z.int() }),
  }),
  /** Marks one of them, or without `mentionId` all, as read. */
  read: endpoint({
    path: 'system/message/readMentions',
    access: 'login',
    effect: 'write',
    ids: { mentionId: 'reference' },
    input: z.object({ mentionId: optionalId }),
    output: done,
  }),
};
