import { z } from 'zod';
import { fileRow } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, limit, optionalText, page, pageType, text, wordList } from '#shared/wire/values.ts';

/** One change log entry of a record (R13.7). */
const historyRow = z.object({
  id: z.int(),
  createUserId: z.int(),
  realname: z.string(),
  img: z.string(),
  createTime: z.string(),
  types: z.int(),
  actionId: z.int(),
  content: z.array(z.string()),
  /** 1 for a follow-up, which is shown with its text elsewhere. */
  isFollowUp: flag,
});
export type HistoryRow = z.infer<typeof historyRow>;

/** A file of a record, with the follow-up that it came with. */
const recordFile = fileRow.extend({
  /** 0 for one of the record itself. */
  followUpId: z.int(),
  /** When the follow-up was written; null without one. */
  followUpTime: z.string().nullable(),
  category: z.string(),
});
export type RecordFile = z.infer<typeof recordFile>;

export const recordLogCalls = {
  history: endpoint({
    path: 'CrmRecord/queryRecordList',
    access: 'login',
    forPrograms: 'allowed',
    ids: { actionId: 'record' },
    input: z.object({
      actionId: id,
      types: optionalText(40),
      crmTypes: optionalText(40),
      page,
      limit: limit(100),
      pageType,
    }),
    output: z.array(historyRow),
    codes: ['access.record'],
  }),
  /** The files of a record and of its follow-ups, the newest first. */
  files: endpoint({
    path: 'CrmRecord/queryFileList',
    access: 'login',
    forPrograms: 'allowed',
    ids: { actionId: 'record' },
    input: z.object({ actionId: id, types: optionalText(40), page, limit: limit(100) }),
    output: z.object({ list: z.array(recordFile), totalRow: z.int() }),
    codes: ['access.record'],
  }),
  /** How much there is under the tabs of a record. */
  counts: endpoint({
    path: 'CrmRecord/queryCounts',
    access: 'login',
    forPrograms: 'allowed',
    ids: { actionId: 'record' },
    input: z.object({ actionId: id, types: optionalText(40) }),
    output: z.object({ followUps: z.int(), files: z.int() }),
    codes: ['access.record'],
  }),
  deleteFollowUp: endpoint({
    path: 'CrmRecord/deleteFollowRecord',
    access: 'login',
    ids: { recordId: 'follow_up' },
    effect: 'write',
    input: z.object({ recordId: id }),
    output: done,
    codes: ['access.record'],
  }),
  categories: endpoint({
    path: 'CrmRecord/queryRecordOptions',
    access: 'login',
    forPrograms: 'allowed',
    input: z.object({}),
    output: z.array(z.string()),
  }),
  setCategories: endpoint({
    path: 'CrmRecord/setRecordOptions',
    access: 'manage:crm:setting',
    effect: 'write',
    input: z.preprocess(
      (body) => (typeof body === 'object' && body !== null && 'value' in body ? body : { value: [] }),
      z.object({
        value: z.preprocess(
          wordList,
          z
            .array(text(20).refine((value) => value !== ''))
            .min(1)
            .max(20),
        ),
      }),
    ),
    output: done,
  }),
};
