import { z } from 'zod';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { leadsType } from '#shared/crm/leads-type.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';
import { shipmentType } from '#shared/crm/shipments/shipment-type.ts';
import { actionAnswer } from '#shared/record/calls/ownership-calls.ts';
import { listAnswerOf, listQuery, permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import type { ErrorCode } from '#shared/wire/error-codes.ts';
import { limit, nothing, optionalInt, someIds } from '#shared/wire/values.ts';

/** Errors of the lists. */
export const toDoErrors = {
  'todo.type': 422,
  'todo.sub': 422,
} as const;
type ToDoErrors = typeof toDoErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ToDoErrors {}
}

/** The kinds of waiting work, in the order of the menu (R20.1). */
export const toDoKinds = {
  /** 1 to be contacted today, 2 overdue, 3 contacted. */
  todayCustomer: { type: customerType, states: 3, hasSub: true },
  /** 1 to be followed up, 2 followed up. */
  followLeads: { type: leadsType, states: 2, hasSub: false },
  followCustomer: { type: customerType, states: 2, hasSub: false },
  /** A single state without a number. */
  putInPoolRemind: { type: customerType, states: 0, hasSub: true },
  /** 1 waits for the caller's decision, 2 decided by the caller. */
  checkContract: { type: contractType, states: 2, hasSub: false },
  checkReceivables: { type: receivableType, states: 2, hasSub: false },
  checkReceipt: { type: invoiceType, states: 2, hasSub: false },
  /** 1 waiting for payment, 2 received, 3 overdue. */
  remindReceivablesPlan: { type: planType, states: 3, hasSub: true, path: 'remindReceivables' },
  /** 1 ends soon, 2 has ended. */
  endContract: { type: contractType, states: 2, hasSub: false },
  /** As `todayCustomer`. */
  todayBusiness: { type: opportunityType, states: 3, hasSub: true, path: 'followBusiness' },
  /** 1 nothing has left yet, 2 partly sent. */
  checkExpress: { type: shipmentType, states: 2, hasSub: true },
} as const satisfies Readonly<Record<string, ToDoKindShape>>;
export type ToDoKey = keyof typeof toDoKinds;

/** Those of documents that wait for a decision. */
export const approvalKinds = [
  'checkContract',
  'checkReceivables',
  'checkReceipt',
] as const satisfies readonly ToDoKey[];
export type ApprovalKey = (typeof approvalKinds)[number];
export const isApprovalKind = (key: ToDoKey): key is ApprovalKey => approvalKinds.some((kind) => kind === key);

interface ToDoKindShape {
  readonly type: RecordType;
  /** Values of `type` are 1 to this. */
  readonly states: number;
  /** Whether the page offers what waits for the reader's subordinates. */
  readonly hasSub: boolean;
  /** Name of the list call where it is not that of the counter. */
  readonly path?: string;
}

/** Owner: 1 the caller, 2 their subordinates. */
export const whose = { mine: 1, subordinates: 2 } as const;

const anyNumber = optionalInt(0, 100);

/** A number of the list; anything else is refused like any other invalid number (R20.2). */
const numberOf = (code: ErrorCode) =>
  z.preprocess((value, context) => {
    const { success, data } = anyNumber.safeParse(value);
    if (success) return data;
    context.addIssue({ code: 'custom', params: { code } });
    return z.NEVER;
  }, anyNumber.out);

/** A list query with a state as `type`; both default to 1. Scenes are ignored here. */
export const toDoQuery = listQuery.extend({ type: numberOf('todo.type'), isSub: numberOf('todo.sub') });

const shapes: Readonly<Record<ToDoKey, ToDoKindShape>> = toDoKinds;

const toDoList = (key: ToDoKey) =>
  endpoint({
    path: `CrmBackLog/${shapes[key].path ?? key}`,
    access: permissionOf(shapes[key].type, 'index'),
    ids: { sceneId: 'reference' },
    input: toDoQuery,
    output: listAnswerOf(shapes[key].type),
    codes: ['todo.type', 'todo.sub', 'filter.field', 'sort.field', 'input.page_too_deep', 'input.cursor'],
  });

/** Marks records as followed up without a follow-up, with the same rights; already marked ones are unchanged. */
const followed = (path: string, type: RecordType) =>
  endpoint({
    path: `CrmBackLog/${path}`,
    access: permissionOf(type, 'read'),
    ids: { ids: type.name },
    effect: 'write',
    input: z.object({ ids: someIds }),
    output: actionAnswer,
    codes: ['access.record'],
  });

/** Why a record is in the follow-up queue, in its order. */
export const runReasons = ['overdue', 'today', 'pool', 'new'] as const;
export type RunReason = (typeof runReasons)[number];

/** A record of the queue; values of fields that the caller may not see are empty. */
const runItem = z.object({
  typeCode: z.int(),
  /** `crm_leads`, `crm_customer`. */
  types: z.string(),
  id: z.int(),
  reason: z.enum(runReasons),
  name: z.string(),
  mobile: z.string(),
  areaCode: z.string(),
  telephone: z.string(),
  nextTime: z.string(),
  lastTime: z.string(),
  lastContent: z.string(),
  createTime: z.string(),
  /** Whole days until the pool rules release it; null if they do not. */
  poolDay: z.int().nullable(),
});
export type RunItem = z.infer<typeof runItem>;

const dueItem = z.object({
  typeCode: z.int(),
  types: z.string(),
  id: z.int(),
  name: z.string(),
  nextTime: z.string(),
  /** Seconds from now; negative once it has passed. */
  inSeconds: z.int(),
});
export type DueItem = z.infer<typeof dueItem>;

export const toDoCalls = {
  /** Waiting items of the caller by kind: only kinds that they may see, each up to 10,001, and `totalNum`. */
  num: endpoint({
    path: 'CrmBackLog/num',
    access: 'login',
    application: 'crm',
    input: nothing,
    output: z.record(z.string(), z.int()),
  }),
  todayCustomer: toDoList('todayCustomer'),
  followLeads: toDoList('followLeads'),
  followCustomer: toDoList('followCustomer'),
  putInPoolRemind: toDoList('putInPoolRemind'),
  checkContract: toDoList('checkContract'),
  checkReceivables: toDoList('checkReceivables'),
  checkReceipt: toDoList('checkReceipt'),
  remindReceivablesPlan: toDoList('remindReceivablesPlan'),
  endContract: toDoList('endContract'),
  todayBusiness: toDoList('todayBusiness'),
  checkExpress: toDoList('checkExpress'),
  setLeadsFollowup: followed('setLeadsFollowup', leadsType),
  setCustomerFollowup: followed('setCustomerFollowup', customerType),
  /** The caller's own records that need a follow-up now, most urgent first. */
  run: endpoint({
    path: 'CrmBackLog/queryRun',
    access: 'login',
    application: 'crm',
    input: z.object({ limit: limit(100) }),
    output: z.object({
      list: z.array(runItem),
      /** The total, including those beyond the list. */
      totalRow: z.int(),
    }),
  }),
  /** Next contacts of the caller's own records from ten minutes ago until `minutes` from now. */
  due: endpoint({
    path: 'CrmBackLog/queryDue',
    access: 'login',
    application: 'crm',
    input: z.object({ minutes: optionalInt(1, 60) }),
    output: z.array(dueItem),
  }),
};
