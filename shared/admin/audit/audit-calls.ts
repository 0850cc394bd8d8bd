import { z } from 'zod';
import { operationKinds, operationObjects } from '#shared/admin/audit/operation.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { limit, optionalId, optionalText } from '#shared/wire/values.ts';

/** Errors of the logs. */
export const auditErrors = { 'audit.period': 422, 'audit.cursor': 422 } as const;
type AuditErrors = typeof auditErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends AuditErrors {}
}

const access = 'manage:audit:read';

/** What a login log tells of. */
export const loginActs = ['login', 'logout', 'login.end', 'refresh.reuse'] as const;
export type LoginAct = (typeof loginActs)[number];

const day = z.preprocess((value) => (value === '' || value === null ? undefined : value), z.iso.date().optional());
const choice = <const T extends readonly [string, ...string[]]>(values: T) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), z.enum(values).optional());

const period = {
  /** Days in the company's time zone, both included. */
  startDate: day,
  endDate: day,
};
const loginFilter = {
  ...period,
  userId: optionalId,
  result: choice(['done', 'refused']),
  act: choice(loginActs),
};
const operationFilter = {
  ...period,
  userId: optionalId,
  result: choice(['done', 'refused']),
  kind: choice(operationKinds),
  object: choice(operationObjects),
};
/** `cursor` is what the page before has answered as `next`. */
const paging = { cursor: optionalText(60), limit: limit(50) };

/** The part after a page has the cursor `next`; null at the end. */
const partOf = <T extends z.ZodType>(row: T) => z.object({ list: z.array(row), next: z.string().nullable() });

const loginEntry = z.object({
  id: z.int(),
  time: z.string(),
  userId: z.int().nullable(),
  /** '' for somebody unknown. */
  userName: z.string(),
  /** Who tried, without the middle of the name: only of logins that failed. */
  account: z.string(),
  act: z.string(),
  result: z.enum(['done', 'refused']),
  reason: z.string(),
  address: z.string(),
  device: z.string(),
});
export type LoginEntry = z.output<typeof loginEntry>;

const operationEntry = z.object({
  id: z.int(),
  time: z.string(),
  userId: z.int(),
  userName: z.string(),
  kind: z.string(),
  object: z.string(),
  /** What the record is, such as `crm_customer`; '' for none. */
  subject: z.string(),
  recordId: z.int().nullable(),
  /** '' for a record that the reader may not see, and for what has no name. */
  recordName: z.string(),
  records: z.int(),
  result: z.enum(['done', 'refused']),
  /** Why it was refused, in the reader's words; '' when it was done. */
  reason: z.string(),
  address: z.string(),
});
export type OperationEntry = z.output<typeof operationEntry>;

/** Who logged in, and who did what: newest first, with a right of its own (security O6, A13). */
export const auditCalls = {
  logins: endpoint({
    path: 'system/log/queryLoginLog',
    access,
    ids: { userId: 'user' },
    input: z.object({ ...loginFilter, ...paging }),
    output: partOf(loginEntry),
    codes: ['audit.period', 'audit.cursor'],
  }),
  operations: endpoint({
    path: 'system/log/queryOperationLog',
    access,
    ids: { userId: 'user' },
    input: z.object({ ...operationFilter, ...paging }),
    output: partOf(operationEntry),
    codes: ['audit.period', 'audit.cursor'],
  }),
  exportLogins: endpoint({
    path: 'system/log/exportLoginLog',
    access,
    ids: { userId: 'user' },
    input: z.object(loginFilter),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['audit.period', 'export.too_often', 'export.too_many'],
  }),
  exportOperations: endpoint({
    path: 'system/log/exportOperationLog',
    access,
    ids: { userId: 'user' },
    input: z.object(operationFilter),
    output: z.unknown(),
    answer: 'file',
    rate: 'heavy',
    codes: ['audit.period', 'export.too_often', 'export.too_many'],
  }),
};
