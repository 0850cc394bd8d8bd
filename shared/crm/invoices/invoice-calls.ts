import { z } from 'zod';
import '#shared/approval/approval-errors.ts';
import '#shared/crm/ledger/ledger-errors.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { invoiceStatuses, invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, idList, longText, optionalId, optionalLongText, optionalText } from '#shared/wire/values.ts';

const calls = typeCalls(invoiceType);
const subject = invoiceType.name;
const mayUpdate = permissionOf(invoiceType, 'update');

/** What a submission is refused for. */
const submitCodes = [
  'invoice.contract_not_in_force',
  'invoice.no_money',
  'ledger.over_invoiced',
  'state.refused',
  'approval.no_flow',
  'approval.chosen',
  'approval.nobody',
  'approval.person_unfit',
  'approval.person_own',
  'approval.decided',
  'approval.passed',
] as const;

/** Whom invoices of a customer are made out to. */
const buyer = z.object({
  receiptTitle: z.string(),
  receiptIdentifier: z.string(),
  address: z.string(),
  phone: z.string(),
  bank: z.string(),
  account: z.string(),
});
export type InvoiceBuyer = z.output<typeof buyer>;

/** What of a contract is not invoiced, waiting invoices included, and what an invoice over that begins with. */
const left = z.object({
  isInForce: flag,
  contractMoney: z.string(),
  taken: z.string(),
  left: z.string(),
  buyer,
  lines: z.array(
    z.object({
      name: z.string(),
      unit: z.string(),
      num: z.string(),
      price: z.string(),
      amount: z.string(),
      taxRate: z.string(),
      taxCode: z.string(),
    }),
  ),
});
export type InvoiceLeft = z.output<typeof left>;

export const invoiceCalls = {
  ...calls,
  /** Submits the invoice, unless `entity.checkStatus` is 5, which keeps it as a draft; of an approved one, number and papers. */
  save: endpoint({
    ...calls.save,
    ids: { ...calls.save.ids, checkUserId: 'user', 'entity.checkUserId': 'user' },
    input: calls.save.input.safeExtend({ checkUserId: optionalId }),
    codes: [...calls.save.codes, ...submitCodes],
  }),
  /** Submits one that was saved as a draft, rejected or withdrawn. */
  check: endpoint({
    path: 'CrmReceipt/check',
    access: mayUpdate,
    ids: { receiptId: subject, checkUserId: 'user' },
    effect: 'write',
    input: z.object({ receiptId: id, checkUserId: optionalId }),
    output: z.object({ approvalId: z.int(), checkStatus: z.int() }),
    codes: ['access.record', ...submitCodes],
  }),
  /** Withdraws one that waits for its approval. */
  revokeCheck: endpoint({
    path: 'CrmReceipt/revokeCheck',
    access: permissionOf(invoiceType, 'read'),
    ids: { receiptId: subject },
    effect: 'write',
    input: z.object({ receiptId: id, remarks: longText(200).default('') }),
    output: done,
    codes: ['access.record', 'approval.not_running', 'approval.not_submitter', 'approval.remarks', 'approval.decided'],
  }),
  /**
   * Issues (1), reverses (2) or voids (3) invoices; issuing one, its number and day may be sent along. It does what the
   * change of the state does, in one call as older clients make it.
   */
  updateStatus: endpoint({
    path: 'CrmReceipt/updateStatus',
    access: mayUpdate,
    ids: { receiptId: subject, receiptIds: subject },
    effect: 'write',
    input: z.object({
      receiptId: optionalId,
      receiptIds: idList,
      invoiceStatus: z.coerce.number().int().min(invoiceStatuses.issued).max(invoiceStatuses.void),
      invoiceNumber: optionalText(100),
      invoiceDate: optionalText(10),
      remark: optionalLongText(500),
    }),
    output: z.object({ count: z.int() }),
    codes: [
      'access.record',
      'input.ids_empty',
      'invoice.contract_not_in_force',
      'invoice.no_money',
      'invoice.not_approved',
      'invoice.no_number',
      'invoice.being_approved',
      'ledger.over_invoiced',
      'field.date',
      'record.locked_field',
      'state.from',
      'state.moved',
      'state.refused',
      'state.reason',
    ],
  }),
  /** Whom the last invoice of a customer was made out to, or else what the customer says. */
  buyer: endpoint({
    path: 'CrmCustomer/queryReceiptById',
    access: permissionOf(customerType, 'read'),
    ids: { customerId: customerType.name },
    input: z.object({ customerId: id }),
    output: buyer,
    codes: ['access.record'],
  }),
  left: endpoint({
    path: 'CrmReceipt/queryLeft',
    access: [permissionOf(invoiceType, 'save'), mayUpdate],
    ids: { contractId: contractType.name },
    input: z.object({ contractId: id }),
    output: left,
    codes: ['access.record', 'access.denied'],
  }),
  /** The approved invoices that are not out yet, a row for each line, as programs of the tax office read them. */
  taxSheet: endpoint({
    path: 'CrmReceipt/taxExcel',
    access: permissionOf(invoiceType, 'excelexport'),
    rate: 'heavy',
    answer: 'file',
    input: z.object({}),
    output: z.unknown(),
    codes: ['export.too_many', 'export.too_often'],
  }),
};
