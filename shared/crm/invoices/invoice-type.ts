import { approvalColumn } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_receipt: true;
  }
}

/** Errors of invoices. */
export const invoiceErrors = {
  'invoice.number_taken': 500,
  'invoice.contract_not_in_force': 422,
  'invoice.no_money': 422,
  'invoice.not_approved': 422,
  'invoice.no_number': 422,
  'invoice.being_approved': 409,
} as const;
type InvoiceErrors = typeof invoiceErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends InvoiceErrors {}
}

/** Kinds of invoices, and for whom they are. */
export const invoiceKinds = [
  '增值税专用发票',
  '增值税普通发票',
  '国税通用机打发票',
  '地税通用机打发票',
  '收据',
] as const;
export const titleKinds = ['单位', '个人'] as const;

/** Paper that comes once it is issued. */
const issuedLocks = { except: ['invoice_file', 'remark'] } as const;

/** What has ended is not submitted again. */
const locksStates = ['check_status'];

export const invoiceStatuses = { open: 0, issued: 1, reversed: 2, void: 3 } as const;
/** Whether the invoice is out; approval is a column of its own. */
const issue = {
  column: 'invoice_status',
  fieldName: 'invoice_status',
  values: [
    { value: 0, label: 'invoice.not_issued', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'invoice.issued', kind: 'done', colour: 'success', locks: issuedLocks, scene: 'issued' },
    { value: 2, label: 'invoice.reversed', kind: 'dead', colour: 'danger', locks: 'all', locksStates },
    { value: 3, label: 'invoice.void', kind: 'dead', colour: 'neutral', locks: 'all', locksStates },
  ],
  transitions: {
    issue: {
      label: 'invoice.issue',
      from: [0],
      to: 1,
      action: 'update',
      question: { one: 'invoice.issue_one', many: 'invoice.issue_many' },
      isUndoable: false,
    },
    reverse: {
      label: 'invoice.reverse',
      from: [1],
      to: 2,
      action: 'update',
      question: { one: 'invoice.reverse_one', many: 'invoice.reverse_many' },
      isUndoable: false,
      isDangerous: true,
      reason: { options: [], isRequired: true },
    },
    void: {
      label: 'invoice.make_void',
      from: [0],
      to: 3,
      action: 'update',
      question: { one: 'invoice.void_one', many: 'invoice.void_many' },
      // what is left of the contract may be invoiced by another one since
      isUndoable: false,
      isDangerous: true,
    },
  },
} as const satisfies StateColumn;

/** What may still be written once an invoice has passed: what comes with the paper. */
const openWhenPassed = ['invoice_number', 'invoice_date', 'invoice_file', 'remark'] as const;

/** Invoices (module code 21): asked for, approved and issued (R2.2). */
export const invoiceType = {
  code: 21,
  name: 'crm_receipt',
  family: 'CrmReceipt',
  area: 'crm',
  module: 'receipt',
  can: ['export', 'board'],
  rights: { read: 'index' },
  table: 'receipt',
  idColumn: 'receipt_id',
  idKey: 'receiptId',
  idsKey: 'receiptIds',
  titleField: 'number',
  fields: [
    {
      fieldName: 'number',
      formType: 'sequence',
      required: true,
      taken: 'invoice.number_taken',
      sequence: { pattern: 'FP{yyyy}{MM}{dd}-{0000}', reset: 'daily' },
    },
    {
      fieldName: 'customer_id',
      formType: 'customer',
      required: true,
      operating: 3,
      relation: { to: customerType.code, onDelete: 'refuse', onMerge: 'move', onTransfer: 'follow' },
    },
    {
      fieldName: 'contract_id',
      formType: 'contract',
      required: true,
      operating: 3,
      relation: {
        to: contractType.code,
        onDelete: 'refuse',
        onMerge: 'move',
        onTransfer: 'follow',
        keepsFigures: true,
        within: { field: 'customer_id', theirs: 'customer_id' },
        copies: { customer_id: 'customer_id' },
      },
    },
    { fieldName: 'money', formType: 'floatnumber', positive: true },
    { fieldName: 'invoice_type', formType: 'select', required: true, options: invoiceKinds },
    { fieldName: 'title_type', formType: 'select', options: titleKinds, isFilled: true },
    { fieldName: 'invoice_title', formType: 'text', isFilled: true },
    { fieldName: 'tax_number', formType: 'text', isFilled: true },
    { fieldName: 'deposit_bank', formType: 'text' },
    { fieldName: 'deposit_account', formType: 'text' },
    { fieldName: 'deposit_address', formType: 'text' },
    { fieldName: 'telephone', formType: 'text' },
    { fieldName: 'contacts_name', formType: 'text' },
    { fieldName: 'contacts_mobile', formType: 'text' },
    { fieldName: 'contacts_address', formType: 'text' },
    { fieldName: 'invoice_number', formType: 'text' },
    { fieldName: 'invoice_date', formType: 'date' },
    { fieldName: 'invoice_file', formType: 'file' },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [],
  searchFields: ['number', 'invoice_title', 'invoice_number'],
  systemColumns: [],
  states: [
    approvalColumn({
      openWhenPassed,
      endsOtherwise: true,
    }),
    issue,
  ],
  rowColumns: [],
  firstColumns: ['number', 'customer_name', 'contract_num', 'money', 'invoice_type', 'check_status', 'invoice_status'],
  lines: {
    code: 211,
    key: 'product',
    table: 'receipt_line',
    idColumn: 'line_id',
    parentColumn: 'receipt_id',
    fields: [
      { fieldName: 'name', formType: 'text', required: true, maxLength: 200 },
      { fieldName: 'unit', formType: 'text', maxLength: 20 },
      { fieldName: 'num', formType: 'number', positive: true },
      { fieldName: 'price', formType: 'floatnumber' },
      { fieldName: 'amount', formType: 'floatnumber', required: true, positive: true },
      { fieldName: 'tax_rate', formType: 'percent', range: { least: '0', most: '100' } },
      { fieldName: 'tax_code', formType: 'text', maxLength: 19 },
    ],
    searchField: 'name',
  },
  searchPlace: 58,
  rowKeys: ['examineRecordId'],
  persons: 'kept',
  fileName: 'invoices',
} as const satisfies RecordType;
