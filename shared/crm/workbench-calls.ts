import { z } from 'zod';
import { followUpRow, listAnswer } from '#shared/record/calls/record-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { idList, limit, optionalInt, optionalText, page, pageOf } from '#shared/wire/values.ts';

/** Whose figures and of when (R21.1): oneself and this quarter unless something else is asked. */
const asked = {
  userIds: idList,
  deptIds: idList,
  /** 2 oneself and everybody below, whoever else is named. */
  isSub: optionalInt(1, 2),
  type: optionalText(20),
  /** First and last day, `yyyy-MM-dd`; both together beat `type`. */
  startTime: optionalText(20),
  endTime: optionalText(20),
};
const ids = { userIds: 'user', deptIds: 'dept' } as const;
const codes = ['workbench.period'] as const;

/** What a ranking counts. */
export const rankingKinds = ['crm_customer', 'crm_contacts', 'crm_leads', 'follow_up', 'followed_customer'] as const;
export type RankingKind = (typeof rankingKinds)[number];

/** A figure of the brief. */
const briefRow = z.object({
  /** `<type name>`, or `follow_up`. */
  key: z.string(),
  /** Module code; 0 for follow-ups. */
  code: z.int(),
  total: z.int(),
  /** Of the same stretch of the period before. */
  previous: z.int(),
  /** Twelve equal parts of what is over of the period, the oldest first. */
  series: z.array(z.int()),
});

/** 0 also for what the caller may not list: older clients show every figure. */
const figure = z.int().default(0);

export const workbenchCalls = {
  /** Figures by the keys of older clients. */
  bulletin: endpoint({
    path: 'Crm/Instrument/queryBulletin',
    access: 'login',
    ids,
    input: z.object(asked),
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
    codes,
  }),
  /** The same figures with what they were before and how they came about. */
  brief: endpoint({
    path: 'Crm/Instrument/queryBrief',
    access: 'login',
    ids,
    input: z.object(asked),
    output: z.object({
      from: z.string(),
      to: z.string(),
      /** What the figures are compared with: its first moment, and the first after it. */
      before: z.object({ from: z.string(), until: z.string() }),
      list: z.array(briefRow),
    }),
    codes,
  }),
  /** The records behind a figure: those made new, or with `followed` 1 those followed up. */
  bulletinRows: endpoint({
    path: 'Crm/Instrument/queryBulletinInfo',
    access: 'login',
    ids,
    input: z.object({ ...asked, label: optionalInt(0, 100), followed: optionalInt(0, 1), page, limit: limit(15) }),
    output: listAnswer,
    codes: [...codes, 'workbench.label', 'access.denied'],
  }),
  /** Follow-ups by the kind of record they hang on; the misspelling is the wire's. */
  followUpCounts: endpoint({
    path: 'Crm/Instrument/queryRecordConunt',
    access: 'login',
    ids,
    input: z.object(asked),
    output: z.array(z.object({ crmType: z.string(), count: z.int() })),
    codes,
  }),
  /** The follow-ups themselves, the newest first, each with the record that it was written for. */
  followUps: endpoint({
    path: 'Crm/Instrument/queryRecordList',
    access: 'login',
    ids,
    input: z.object({ ...asked, crmType: optionalText(40), page, limit: limit(15) }),
    output: pageOf(followUpRow),
    codes,
  }),
  /** People by what they did in the period, the most first. */
  ranking: endpoint({
    path: 'Crm/Instrument/queryRanking',
    access: 'login',
    ids,
    input: z.object({ ...asked, kind: optionalText(40) }),
    output: z.array(
      z.object({ userId: z.int(), realname: z.string(), deptName: z.string(), img: z.string(), total: z.int() }),
    ),
    codes: [...codes, 'workbench.kind', 'access.denied'],
  }),
};
export type WorkbenchQuestion = z.output<typeof workbenchCalls.bulletin.input>;
