import { z } from 'zod';
import '#shared/approval/approval-errors.ts';
import { approvalPerson } from '#shared/approval/flow-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import {
  done,
  id,
  limit,
  longText,
  moduleCode,
  optionalFlag,
  optionalId,
  optionalInt,
  optionalText,
  page,
  pageOf,
  someIds,
} from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    approval: true;
  }
}

const decidingCodes = [
  'access.record',
  'approval.no_task',
  'approval.own',
  'approval.decided',
  'approval.moved',
  'approval.remarks',
  'approval.person_unfit',
  'approval.person_own',
  'approval.nobody',
  'state.from',
  'state.moved',
  'state.refused',
] as const;
const addingCodes = [...decidingCodes, 'approval.chosen', 'approval.person_already', 'approval.too_many'] as const;

const remarks = longText(200).default('');
/** Of the approval, as `queryExamineRecordList` answers it. */
const version = optionalInt(1, 2_000_000_000);
const one = { recordId: id, version, remarks };

const stepUser = approvalPerson.extend({
  /** 0 not yet, 1 passed, 2 rejected, 3 waiting for it now, 4 withdrawn, 5 creator, 6 draft. */
  examineStatus: z.int(),
  examineTime: z.string(),
  /** The person who is away in whose place. */
  forUserId: z.int().nullable().optional(),
  /** Why nobody asks: `own`, `repeated`. */
  skipped: z.string().optional(),
});

const recordStep = z.object({
  stepId: z.int().nullable(),
  stepType: z.int(),
  stepNum: z.int(),
  examineStatus: z.int(),
  userList: z.array(stepUser),
  /** 1 when somebody other than the flow has put it there. */
  isAdded: z.int(),
  dueTime: z.string(),
  // of chosen approvers, as older clients read them
  examineTime: z.string().optional(),
  realname: z.string().optional(),
  img: z.string().optional(),
  logId: z.int().nullable().optional(),
  examinUser: approvalPerson.optional(),
});

const logEntry = z.object({
  logId: z.int(),
  orderId: z.int(),
  userId: z.int().nullable(),
  realname: z.string(),
  img: z.string(),
  /** 1 passed, 2 rejected or returned, 4 withdrawn, 5 submitted; 0 for what older clients do not know. */
  examineStatus: z.int(),
  examineTime: z.string(),
  remarks: z.string(),
  action: z.string(),
  actionName: z.string(),
  round: z.int(),
  targets: z.array(approvalPerson),
  batchId: z.string(),
});

const waiting = z.object({
  recordId: z.int(),
  version: z.int(),
  typeCode: z.int(),
  types: z.string(),
  id: z.int(),
  name: z.string(),
  categoryType: z.int(),
  checkStatus: z.int(),
  authorId: z.int(),
  authorName: z.string(),
  submitTime: z.string(),
  askedTime: z.string(),
  dueTime: z.string(),
  isOverdue: z.int(),
  /** 1 when the approver says who is next: such documents are not passed many at once. */
  needsChoice: z.int(),
});

const change = z.object({
  fieldName: z.string(),
  name: z.string(),
  formType: z.string(),
  from: z.unknown(),
  to: z.unknown(),
  /** As they are shown, in the reader's language; '' for none. */
  fromText: z.string(),
  toText: z.string(),
});

/** A value that is not the one that the company has set, such as a price below that of the list. */
const deviation = z.object({
  /** Name of the line; '' for the document. */
  line: z.string(),
  name: z.string(),
  formType: z.string(),
  value: z.string(),
  expectedName: z.string(),
  expected: z.string(),
  /** 1 when it is beyond what is allowed without approval, such as below the floor price. */
  isGrave: z.int(),
});
export type Deviation = z.output<typeof deviation>;

const approvalRecord = z.object({
  recordId: z.int(),
  version: z.int(),
  round: z.int(),
  checkStatus: z.int(),
  examineType: z.int(),
  /** 1 when the caller may decide, or withdraw. */
  isCheck: z.int(),
  isRecheck: z.int(),
  mayUrge: z.int(),
  steps: z.array(recordStep),
});
export type ApprovalRecord = z.output<typeof approvalRecord>;
export type ApprovalStep = ApprovalRecord['steps'][number];

export type ApprovalLogEntry = z.output<typeof logEntry>;
export type ApprovalChange = z.output<typeof change>;

/** Calls of documents in approval. Decisions take no right but a waiting task. */
export const approvalCalls = {
  record: endpoint({
    path: 'examineRecord/queryExamineRecordList',
    access: 'login',
    ids: { recordId: 'approval', ownerUserId: 'user' },
    input: z.object({ recordId: id, ownerUserId: optionalId }),
    output: approvalRecord,
    codes: ['access.record'],
  }),
  /** The same by the document; null for one that has never been submitted nor kept as a draft. */
  ofDocument: endpoint({
    path: 'examineRecord/queryByDocument',
    access: 'login',
    ids: { id: 'record' },
    input: z.object({ label: moduleCode, id }),
    output: approvalRecord.nullable(),
    codes: ['access.record'],
  }),
  log: endpoint({
    path: 'examineRecord/queryExamineLogList',
    access: 'login',
    ids: { recordId: 'approval' },
    /** `all`: everything that happened, comments included; otherwise decisions. */
    input: z.object({ recordId: id, all: optionalFlag }),
    output: z.array(logEntry),
    codes: ['access.record'],
  }),
  audit: endpoint({
    path: 'examineRecord/auditExamine',
    access: 'login',
    // the document, its owner: the server knows both
    ids: { recordId: 'approval', id: 'reference', nextUserId: 'user', ownerUserId: 'user' },
    effect: 'write',
    input: z.object({
      ...one,
      id: optionalId,
      /** 1 pass, 2 reject, 4 withdraw. */
      status: z.coerce
        .number()
        .int()
        .refine((value) => [1, 2, 4].includes(value)),
      nextUserId: optionalId,
      ownerUserId: optionalId,
    }),
    output: done,
    codes: [...decidingCodes, 'approval.not_submitter', 'approval.passed'],
  }),
  addSigners: endpoint({
    path: 'examineRecord/addSigners',
    access: 'login',
    ids: { recordId: 'approval', userIds: 'user' },
    effect: 'write',
    input: z.object({ ...one, userIds: someIds, place: z.enum(['before', 'after', 'beside']) }),
    output: done,
    codes: addingCodes,
  }),
  transfer: endpoint({
    path: 'examineRecord/transferExamine',
    access: 'login',
    ids: { recordId: 'approval', userId: 'user' },
    effect: 'write',
    input: z.object({ ...one, userId: id }),
    output: done,
    codes: addingCodes,
  }),
  sendBack: endpoint({
    path: 'examineRecord/returnExamine',
    access: 'login',
    ids: { recordId: 'approval', stepId: 'reference' },
    effect: 'write',
    /** Without a step to the applicant. */
    input: z.object({ ...one, stepId: optionalId, afterwards: z.enum(['continue', 'restart']).default('restart') }),
    output: done,
    codes: [...decidingCodes, 'approval.step'],
  }),
  /** Many at once, all or none: those that need no choice. */
  passMany: endpoint({
    path: 'examineRecord/passMany',
    access: 'login',
    ids: { recordIds: 'approval' },
    effect: 'write',
    input: z.object({ recordIds: someIds, remarks }),
    output: z.object({ count: z.int() }),
    codes: [...decidingCodes, 'approval.needs_choice'],
  }),
  /** Documents of a type, each by itself: those that cannot be passed are answered with the reason. */
  passDocuments: endpoint({
    path: 'examineRecord/passDocuments',
    access: 'login',
    ids: { ids: 'record' },
    effect: 'write',
    input: z.object({ label: moduleCode, ids: someIds, remarks }),
    output: z.object({
      /** As acts on many answer it; a decision is not taken back. */
      operationId: z.null(),
      count: z.int(),
      failed: z.array(z.object({ id: z.int(), msg: z.string() })),
    }),
    codes: ['access.record'],
  }),
  urge: endpoint({
    path: 'examineRecord/urge',
    access: 'login',
    ids: { recordId: 'approval' },
    effect: 'write',
    input: z.object({ recordId: id }),
    output: done,
    codes: ['access.record', 'approval.not_running', 'approval.not_submitter', 'approval.urged'],
  }),
  comment: endpoint({
    path: 'examineRecord/comment',
    access: 'login',
    ids: { recordId: 'approval', userIds: 'user', batchId: 'batch' },
    effect: 'write',
    idempotent: { unless: null },
    /** `userIds` are mentioned; they must be able to read the document. */
    input: z.object({
      recordId: id,
      remarks: longText(1000).refine((value) => value !== '', { params: { code: 'approval.remarks' } }),
      userIds: someIds.optional(),
      batchId: optionalText(40),
    }),
    output: done,
    codes: ['access.record', 'approval.remarks', 'approval.person_unfit'],
  }),
  /** People who then may read the document. */
  copyTo: endpoint({
    path: 'examineRecord/copyTo',
    access: 'login',
    ids: { recordId: 'approval', userIds: 'user' },
    effect: 'write',
    input: z.object({ recordId: id, userIds: someIds }),
    output: done,
    codes: ['access.record', 'approval.no_task', 'approval.person_unfit'],
  }),
  waiting: endpoint({
    path: 'examineRecord/queryWaitingList',
    access: 'login',
    input: z.object({
      page,
      limit: limit(),
      label: z.preprocess((value) => (value === '' ? undefined : value), moduleCode.optional()),
    }),
    output: pageOf(waiting),
    codes: ['input.page_too_deep'],
  }),
  /**
   * What changed since the version that was approved last, or without one submitted before, and what differs from prices and
   * plans.
   */
  difference: endpoint({
    path: 'examineRecord/queryDifference',
    access: 'login',
    ids: { recordId: 'approval' },
    input: z.object({ recordId: id }),
    output: z.object({
      /** `approved`, `submitted`, or `none` for a first version. */
      since: z.enum(['approved', 'submitted', 'none']),
      sinceTime: z.string(),
      changes: z.array(change),
      deviations: z.array(deviation),
      lines: z.array(
        z.object({
          lineId: z.int(),
          name: z.string(),
          kind: z.enum(['added', 'removed', 'changed']),
          changes: z.array(change),
        }),
      ),
    }),
    codes: ['access.record'],
  }),
};
