import { approvalColumn } from '#shared/approval/approval-state.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { arrearTypes, receivableMethods } from '#shared/crm/options.ts';
import { planType } from '#shared/crm/plans/plan-type.ts';
import { recipientFields } from '#shared/crm/recipients/recipient.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_receivables: true;
  }
}

/** Errors of receivables, with the messages of older clients. */
export const receivableErrors = {
  'receivable.number_taken': 500,
  'receivable.contract_not_in_force': 422,
  'receivable.money_missing': 422,
  'receivable.over_contract': 422,
  'receivable.over_plan': 422,
  'receivable.over_credit': 422,
  'receivable.coupon_remark': 422,
  'receivable.coupon_spaces': 422,
  'receivable.coupon_money': 422,
  'receivable.settled_since': 422,
  'receivable.kept': 500,
  'arrears.exists': 422,
  'arrears.type_missing': 422,
  'arrears.money_wrong': 422,
  'arrears.not_open': 422,
} as const;
type ReceivableErrors = typeof receivableErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ReceivableErrors {}
}

/** The starter field for how a customer pays. */
export const paymentMethodField = '回款方式';

/** Receivables (module code 7): fields with their defaults, and list columns (R9.11, R8.7). */
export const receivableType = {
  code: 7,
  name: 'crm_receivables',
  family: 'CrmReceivables',
  area: 'crm',
  module: 'receivables',
  can: ['delete', 'import', 'export', 'board', 'print'],
  paths: { save: 'saveOrUpdate' },
  table: 'receivables',
  idColumn: 'receivables_id',
  idKey: 'receivablesId',
  idsKey: 'receivablesIds',
  titleField: 'number',
  fields: [
    {
      fieldName: 'number',
      formType: 'sequence',
      required: true,
      taken: 'receivable.number_taken',
      sequence: { pattern: 'HK{yyyy}{MM}{dd}-{0000}', reset: 'daily' },
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
        offers: { field: 'check_status', is: '1' },
        copies: {
          customer_id: 'customer_id',
          addressee_id: 'addressee_id',
          recipient_name: 'recipient_name',
          recipient_mobile: 'recipient_mobile',
          recipient_address: 'recipient_address',
        },
      },
    },
    { fieldName: 'return_time', formType: 'date' },
    { fieldName: 'money', formType: 'floatnumber', positive: true },
    {
      fieldName: 'plan_id',
      formType: 'receivables_plan',
      operating: 3,
      relation: {
        to: planType.code,
        onDelete: 'refuse',
        onMerge: 'move',
        onTransfer: 'stay',
        within: { field: 'contract_id', theirs: 'contract_id' },
        copies: { contract_id: 'contract_id', customer_id: 'customer_id', money: 'money', return_time: 'return_date' },
      },
    },
    { fieldName: 'arrear_type', formType: 'select', options: arrearTypes },
    ...recipientFields('crm_receivables.sent_to_contact'),
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [
    {
      name: paymentMethodField,
      label: 'crm_receivables.starter.method',
      formType: 'select',
      options: receivableMethods,
      // a company adds options; what is owed or paid by coupon is known by its name
      operating: 1,
      after: 'money',
    },
  ],
  searchFields: ['number'],
  systemColumns: [],
  states: [approvalColumn({ scenes: { 3: 'checking' }, hasOpening: true })],
  computedColumns: [{ fieldName: 'contract_money', formType: 'floatnumber' }],
  rowKeys: [
    'examineRecordId',
    'returnType',
    'contractName',
    'contract_money',
    'receive_money',
    'unreceiveMoney',
    'surplusMoney',
  ],
  // the arrears that it settles
  rowColumns: ['arrears_id'],
  answeredInForms: ['takesSurplus'],
  firstColumns: ['number', 'contract_num', 'customer_name', 'money', 'return_time', paymentMethodField, 'check_status'],
  searchPlace: 55,
  ranking: { place: 60 },
  persons: 'kept',
  fileName: 'receivables',
} as const satisfies RecordType;
