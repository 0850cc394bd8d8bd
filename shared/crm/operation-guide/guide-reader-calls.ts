import { z } from 'zod';
import { guideCases, guideItem, guideLimits, guideModules } from '#shared/crm/operation-guide/guide-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, idList, limit, optionalFlag, optionalText, page, pageOf } from '#shared/wire/values.ts';

/** What people do with an item. */
export const guideUses = ['view', 'download', 'share', 'copy'] as const;
export type GuideUse = (typeof guideUses)[number];

/** Kinds of cases for customers that there are already (spec, old-customer). */
export const oldCustomerCases: readonly number[] = [6, 8, 10, 11, 12, 13, 14];

const codes = (known: readonly number[]) => idList.refine((list) => list.every((code) => known.includes(code)));

/** The operation guide as colleagues read it (oa facts 14.7). */
export const guideReaderCalls = {
  /** The tags of shown items, the most frequent first. A tag is its own id. */
  tags: endpoint({
    method: 'GET',
    path: 'CrmOperate/queryContentTag',
    access: 'login',
    application: 'crm',
    input: z.object({}),
    output: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  /** 1 for an agent, who is shown no cases of customers that there are already. */
  isAgent: endpoint({
    path: 'CrmOperate/isAgent',
    access: 'login',
    application: 'crm',
    input: z.object({}),
    output: z.union([z.literal(0), z.literal(1)]),
  }),
  /**
   * Shown items, by module, each in its own order. `module` and `caseType` are comma lists of codes, empty for all;
   * `tagId` is a tag, `search` a part of a title or a tag; `oldCustomer` 1 leaves only cases of customers that there are
   * already.
   */
  list: endpoint({
    path: 'CrmOperate/queryPageList',
    access: 'login',
    application: 'crm',
    ids: { tagId: 'reference' },
    input: z.object({
      page,
      limit: limit(15),
      module: codes(guideModules),
      caseType: codes(guideCases),
      tagId: optionalText(guideLimits.tag),
      search: optionalText(guideLimits.title),
      oldCustomer: optionalFlag,
    }),
    output: pageOf(
      guideItem.omit({
        coverFileId: true,
        fileId: true,
        status: true,
        createUserName: true,
        updateUserName: true,
        updateTime: true,
      }),
    ),
  }),
  caseTypes: endpoint({
    method: 'GET',
    path: 'CrmOperate/queryCaseType',
    access: 'login',
    application: 'crm',
    input: z.object({}),
    output: z.array(z.object({ value: z.int(), name: z.string() })),
  }),
  /** Counts what the caller does with a shown item. */
  record: endpoint({
    path: 'CrmOperate/saveRecord',
    access: 'login',
    application: 'crm',
    // open to everybody who is logged in
    ids: { id: 'reference' },
    effect: 'write',
    input: z.object({ id, type: z.enum(guideUses) }),
    output: done,
    codes: ['access.record'],
  }),
};
