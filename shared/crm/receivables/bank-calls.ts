import { z } from 'zod';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { receivableCalls } from '#shared/crm/receivables/receivable-calls.ts';
import { endpoint, uploadLimits } from '#shared/wire/endpoint.ts';
import { done, id, limit, optionalFlag, optionalId, optionalInt, page, pageOf } from '#shared/wire/values.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    bank_line: true;
  }
}

/** Errors of bank statements. */
export const bankErrors = {
  'bank.amount': 422,
  'bank.date': 422,
  'bank.twice': 422,
  'bank.loaded': 422,
  'bank.handled': 409,
} as const;
type BankErrors = typeof bankErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends BankErrors {}
}

/** Where a payment may belong; the best first. */
const match = z.object({
  customerId: z.int(),
  customerName: z.string(),
  contractId: z.int(),
  contractName: z.string(),
  contractNum: z.string(),
  planId: z.int().nullable(),
  planNum: z.string(),
  arrearsId: z.int().nullable(),
  /** What is open there. */
  money: z.string(),
  /** What is beyond all that the contract lacks, for whoever may take it as the customer's credit; `0.00` otherwise. */
  surplus: z.string(),
  /** 1 when the amount is the same. */
  isExact: z.int(),
});
export type BankMatch = z.infer<typeof match>;

const bankLine = z.object({
  lineId: z.int(),
  paidOn: z.string(),
  payer: z.string(),
  money: z.string(),
  reference: z.string(),
  summary: z.string(),
  /** 0 open, 1 booked, 2 passed over. */
  status: z.int(),
  receivablesId: z.int().nullable(),
  handledBy: z.string(),
  matches: z.array(match),
});
export type BankLine = z.infer<typeof bankLine>;

const access = 'crm:ledger:bank';

/** Bank statements by sheet: each incoming payment is booked by a person, on what is proposed. */
export const bankCalls = {
  /** All rows or none. */
  upload: endpoint({
    path: 'CrmBank/uploadExcel',
    access,
    effect: 'manual',
    upload: { kind: 'sheet', maxBytes: uploadLimits.sheet, required: true },
    input: z.object({}),
    output: z.object({ total: z.int() }),
    rate: 'heavy',
    codes: [
      'import.headers',
      'import.column_missing',
      'sheet.not_a_spreadsheet',
      'sheet.empty',
      'sheet.too_many_rows',
      'bank.amount',
      'bank.date',
      'bank.twice',
      'bank.loaded',
    ],
  }),
  list: endpoint({
    path: 'CrmBank/queryPageList',
    access,
    input: z.object({ page, limit: limit(15), status: optionalInt(0, 2) }),
    output: pageOf(bankLine),
  }),
  /** Submits a receivable over the payment. */
  confirm: endpoint({
    path: 'CrmBank/confirm',
    access,
    ids: {
      lineId: 'bank_line',
      contractId: contractType.name,
      planId: planType.name,
      arrearsId: 'arrears',
      checkUserId: 'user',
    },
    effect: 'write',
    input: z.object({
      lineId: id,
      contractId: id,
      planId: optionalId,
      arrearsId: optionalId,
      checkUserId: optionalId,
      /** 1 confirms that what is beyond the contract becomes credit. */
      takesSurplus: optionalFlag,
    }),
    output: z.object({ receivablesId: z.int() }),
    codes: ['bank.handled', ...receivableCalls.save.codes],
  }),
  /** Passes a payment over (2) that is nobody's, or takes that back (0). */
  setStatus: endpoint({
    path: 'CrmBank/setStatus',
    access,
    ids: { lineId: 'bank_line' },
    effect: 'write',
    input: z.object({
      lineId: id,
      status: z.coerce
        .number()
        .int()
        .refine((value) => value === 0 || value === 2),
    }),
    output: done,
    codes: ['access.record', 'bank.handled'],
  }),
};
