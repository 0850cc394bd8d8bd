import { contractType } from '#shared/crm/contracts/contract-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { paymentMethods } from '#shared/crm/options.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_receivables_plan: true;
  }
}

/** Errors of plans, with the messages of older clients. */
export const planErrors = {
  'plan.received': 500,
  'plan.number_taken': 500,
  'plan.over_contract': 422,
  'plan.periods': 422,
  'plan.nothing_left': 422,
} as const;
type PlanErrors = typeof planErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends PlanErrors {}
}

/** Plans of when a contract is paid (module code 8; R9.11). */
export const planType = {
  code: 8,
  name: 'crm_receivables_plan',
  family: 'Crm/ReceivablesPlan',
  area: 'crm',
  module: 'receivables',
  can: ['delete', 'import', 'export'],
  paths: { save: 'saveAndUpdate' },
  table: 'receivables_plan',
  idColumn: 'plan_id',
  idKey: 'planId',
  idsKey: 'planIds',
  titleField: 'num',
  fields: [
    { fieldName: 'num', formType: 'text', required: true, operating: 3 },
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
        onDelete: 'cascade',
        onMerge: 'move',
        onTransfer: 'follow',
        keepsFigures: true,
        within: { field: 'customer_id', theirs: 'customer_id' },
        copies: { customer_id: 'customer_id' },
      },
    },
    { fieldName: 'money', formType: 'floatnumber', required: true, positive: true },
    { fieldName: 'return_date', formType: 'date', required: true },
    { fieldName: 'return_type', formType: 'select', required: true, options: paymentMethods },
    { fieldName: 'remind', formType: 'number' },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [],
  searchFields: ['num'],
  systemColumns: [
    { fieldName: 'received_money', formType: 'floatnumber', column: 'received_money', kind: 'value', follows: 'money' },
  ],
  // 1 once approved receivables cover it
  rowColumns: ['status', 'arrears_money'],
  rowColumnsFollow: { arrears_money: 'money' },
  firstColumns: ['contract_num', 'num', 'customer_name', 'money', 'return_date', 'return_type', 'owner_user_name'],
  fileName: 'plans',
} as const satisfies RecordType;
