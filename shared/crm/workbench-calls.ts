import { z } from 'zod';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import { recordTypes, type ProductType } from '#shared/record-types.ts';
import { question, questionCodes, questionIds } from '#shared/platform/question.ts';
import { followUpRowOf, listAnswer } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, optionalInt, optionalText, page, pageOf } from '#shared/wire/values.ts';

/** Errors of the dashboard. */
export const workbenchErrors = {
  'workbench.label': 422,
  'workbench.kind': 422,
} as const;
type WorkbenchErrors = typeof workbenchErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends WorkbenchErrors {}
}

/** Types whose follow-ups are counted, under the keys of older clients, regardless of the caller's rights (R21.3). */
export const countedTypes = ['crm_leads', 'crm_customer', 'crm_contacts', 'crm_business', 'crm_contract'] as const;

type RankedType = Extract<ProductType, { readonly ranking: object }>;
type FollowedAs<T> = T extends { readonly ranking: { readonly followedAs: infer N extends string } } ? N : never;
export type RankingKind = RankedType['name'] | 'follow_up' | FollowedAs<RankedType>;

/**
 * What a ranking counts: created records of a type, or with `isFollowed` those followed up; without a type all
 * follow-ups.
 */
export interface Ranking {
  readonly kind: RankingKind;
  readonly type: ProductType | null;
  readonly isFollowed?: true;
}

const rankedTypes: readonly RankedType[] = recordTypes
  .filter((type) => 'ranking' in type)
  .toSorted((left, right) => left.ranking.place - right.ranking.place);

/** As declared by the types. */
export const rankings: readonly Ranking[] = [
  ...rankedTypes.map((type) => ({ kind: type.name, type })),
  { kind: 'follow_up', type: null },
  ...rankedTypes.flatMap((type): Ranking[] =>
    'followedAs' in type.ranking ? [{ kind: type.ranking.followedAs, type, isFollowed: true }] : [],
  ),
];

/** A figure of the brief. */
const briefRow = z.object({
  /** `<type name>`, or `follow_up`. */
  key: z.string(),
  /** Module code; 0 for follow-ups. */
  code: z.int(),
  total: z.int(),
  /** For the same part of the previous period. */
  previous: z.int(),
  /** Twelve equal parts of the elapsed period, oldest first. */
  series: z.array(z.int()),
});

/** 0 also for what the caller may not list: older clients show every figure. */
const figure = z.int().default(0);

export const workbenchCalls = {
  /** Figures under the keys of older clients. */
  bulletin: endpoint({
    path: 'Crm/Instrument/queryBulletin',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object(question),
    output: z.object({
      customerCount: figure,
      contactsCount: figure,
      businessCount: figure,
      contractCount: figure,
      receivablesCount: figure,
      leadsCount: figure,
      productCount: figure,
      recordCount: figure,
      /** Opportunities whose stage has changed. */
      recordStatusCount: figure,
    }),
    codes: questionCodes,
  }),
  /** The same figures with their comparison and course. */
  brief: endpoint({
    path: 'Crm/Instrument/queryBrief',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object(question),
    output: z.object({
      from: z.string(),
      to: z.string(),
      /** The period of comparison: its first moment, and the first after it. */
      before: z.object({ from: z.string(), until: z.string() }),
      list: z.array(briefRow),
    }),
    codes: questionCodes,
  }),
  /** The records behind a figure: those created, or with `followed` 1 those followed up. */
  bulletinRows: endpoint({
    path: 'Crm/Instrument/queryBulletinInfo',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object({ ...question, label: optionalInt(0, 100), followed: optionalInt(0, 1), page, limit: limit() }),
    output: listAnswer,
    codes: [...questionCodes, 'workbench.label', 'access.denied'],
  }),
  /** Number of follow-ups by type of their record; the misspelling is the wire's. */
  followUpCounts: endpoint({
    path: 'Crm/Instrument/queryRecordConunt',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object(question),
    output: z.array(z.object({ crmType: z.string(), count: z.int() })),
    codes: questionCodes,
  }),
  /** The follow-ups themselves, newest first, each with its record. */
  followUps: endpoint({
    path: 'Crm/Instrument/queryRecordList',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object({ ...question, crmType: optionalText(40), page, limit: limit() }),
    output: pageOf(followUpRowOf(crmFollowUpLinks)),
    codes: questionCodes,
  }),
  /** People by what they did in the period, highest first. */
  ranking: endpoint({
    path: 'Crm/Instrument/queryRanking',
    access: 'login',
    application: 'crm',
    ids: questionIds,
    input: z.object({ ...question, kind: optionalText(40) }),
    output: z.array(
      z.object({ userId: z.int(), realname: z.string(), deptName: z.string(), img: z.string(), total: z.int() }),
    ),
    codes: [...questionCodes, 'workbench.kind', 'access.denied'],
  }),
};
