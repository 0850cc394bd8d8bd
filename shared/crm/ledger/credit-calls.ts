import { z } from 'zod';
import { customerType } from '#shared/crm/customer-type.ts';
import { ledgerEvents } from '#shared/crm/ledger/accounts.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, limit, optionalLongText, page, pageOf, text } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    credit_document: true;
  }
}

/** Errors of prepayments, refunds and statements. */
export const creditErrors = {
  'credit.money': 422,
  'credit.too_little': 422,
  'credit.void': 409,
  'statement.period': 422,
} as const;
type CreditErrors = typeof creditErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends CreditErrors {}
}

/** 1 a customer pays without a contract, 2 gets credit back. */
export const creditKinds = { prepayment: 1, refund: 2 } as const;

const creditRow = z.object({
  creditId: z.int(),
  creditNumber: z.string(),
  kind: z.int(),
  customerId: z.int(),
  money: z.string(),
  paidOn: z.string(),
  remark: z.string(),
  createUserName: z.string(),
  createTime: z.string(),
  voidUserName: z.string(),
  voidTime: z.string(),
});
export type CreditRow = z.infer<typeof creditRow>;

const statementRow = z.object({
  ledgerDate: z.string(),
  event: z.enum(ledgerEvents),
  contractNum: z.string(),
  documentName: z.string(),
  /** What the customer owes more, and less. */
  debit: z.string(),
  credit: z.string(),
  balance: z.string(),
});
export type StatementRow = z.infer<typeof statementRow>;

const period = { customerId: id, startDate: z.iso.date(), endDate: z.iso.date() };
const ids = { customerId: customerType.name } as const;

export const creditCalls = {
  /** Prepayments and refunds of a customer, with what is left of its credit. */
  list: endpoint({
    path: 'CrmCredit/queryPageList',
    access: 'crm:ledger:read',
    ids,
    input: z.object({ customerId: id, page, limit: limit(15) }),
    output: pageOf(creditRow).extend({ credit: z.string() }),
    codes: ['access.record'],
  }),
  save: endpoint({
    path: 'CrmCredit/save',
    access: 'crm:ledger:credit',
    ids,
    effect: 'write',
    idempotent: { unless: null },
    input: z.object({
      customerId: id,
      kind: z.coerce.number().int().min(1).max(2),
      money: text(20),
      paidOn: z.iso.date(),
      remark: optionalLongText(500),
    }),
    output: z.object({ creditId: z.int(), creditNumber: z.string() }),
    codes: ['access.record', 'credit.money', 'credit.too_little'],
  }),
  /** Takes one back, by entries that reverse its own. */
  void: endpoint({
    path: 'CrmCredit/voidStatus',
    access: 'crm:ledger:credit',
    ids: { creditId: 'credit_document' },
    effect: 'write',
    input: z.object({ creditId: id }),
    output: done,
    codes: ['access.record', 'credit.void', 'credit.too_little'],
  }),
  /** What a customer owed before a period, in it and after it (对账单). */
  statement: endpoint({
    path: 'CrmLedger/queryStatement',
    access: 'crm:ledger:statement',
    ids,
    input: z.object(period),
    output: z.object({ opening: z.string(), closing: z.string(), list: z.array(statementRow) }),
    codes: ['access.record', 'access.denied', 'statement.period'],
  }),
  statementSheet: endpoint({
    path: 'CrmLedger/exportStatement',
    access: 'crm:ledger:statement',
    ids,
    rate: 'heavy',
    answer: 'file',
    input: z.object(period),
    output: z.unknown(),
    codes: ['access.record', 'access.denied', 'statement.period', 'export.too_many', 'export.too_often'],
  }),
  /** The same to be sent and confirmed. */
  statementPdf: endpoint({
    path: 'CrmLedger/generateStatement',
    access: 'crm:ledger:statement',
    ids,
    rate: 'heavy',
    answer: 'file',
    input: z.object(period),
    output: z.unknown(),
    codes: [
      'access.record',
      'access.denied',
      'statement.period',
      'export.too_many',
      'export.too_often',
      'print.too_long',
      'print.too_slow',
    ],
  }),
};
