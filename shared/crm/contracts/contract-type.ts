import { approvalColumn } from '#shared/approval/approval-state.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { soldLines, totals } from '#shared/crm/deals/sold-lines.ts';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import { contractFigureColumns } from '#shared/crm/ledger/figure-columns.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import { contractStates, openWhenPassed } from '#shared/crm/contracts/contract-states.ts';
import { recipientFields } from '#shared/crm/recipients/recipient.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_contract: true;
  }
}

/** Errors of contracts, with the messages of older clients. */
export const contractErrors = {
  'contract.number_taken': 500,
  'contract.not_open': 409,
  'contract.referenced': 409,
  'contract.addressee': 422,
  'contract.address': 422,
  'contract.ends_before_start': 422,
  'contract.expiry_days': 422,
  'contract.delivery': 422,
  'contract.receivable_waiting': 409,
  'contract.invoice_open': 409,
  'contract.being_changed': 409,
  'contract.not_in_force': 409,
  'contract.order_no_opening': 422,
  'contract.depended_on': 409,
} as const;
type ContractErrors = typeof contractErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ContractErrors {}
}
declare module '#shared/record/verbs.ts' {
  interface RecordVerbs {
    contract_changed: true;
  }
}

/** How a line reaches the customer, as people read it; older clients send and read its number as `deliveryType`. */
export const deliveryMethods = { pickup: '自提', logistics: '物流' } as const;
export const deliveryTypes: Readonly<Record<string, number>> = {
  [deliveryMethods.pickup]: 1,
  [deliveryMethods.logistics]: 2,
};

/** Contracts (module code 6): fields with their defaults, and list columns (R9.11, R8.7). */
export const contractType = {
  code: 6,
  name: 'crm_contract',
  family: 'CrmContract',
  area: 'crm',
  module: 'contract',
  can: ['delete', 'followUps', 'transfer', 'team', 'import', 'export', 'board', 'print'],
  paths: { save: 'saveAndUpdate' },
  sheets: { template: 'downloadSheet', team: 'uploadExcelTeam' },
  table: 'contract',
  idColumn: 'contract_id',
  idKey: 'contractId',
  idsKey: 'contractIds',
  titleField: 'name',
  fields: [
    {
      fieldName: 'num',
      formType: 'sequence',
      required: true,
      taken: 'contract.number_taken',
      sequence: { pattern: 'HT{yyyy}{MM}{dd}-{0000}', reset: 'daily' },
    },
    { fieldName: 'name', formType: 'text', required: true },
    {
      fieldName: 'customer_id',
      formType: 'customer',
      required: true,
      operating: 3,
      relation: { to: customerType.code, onDelete: 'refuse', onMerge: 'move', onTransfer: 'follow', changeType: 3 },
    },
    {
      fieldName: 'business_id',
      formType: 'business',
      operating: 3,
      relation: {
        to: opportunityType.code,
        onDelete: 'refuse',
        onMerge: 'move',
        onTransfer: 'stay',
        within: { field: 'customer_id', theirs: 'customer_id' },
        copies: {
          customer_id: 'customer_id',
          name: 'business_name',
          money: 'money',
          discount_rate: 'discount_rate',
        },
        copiesLines: true,
      },
    },
    { fieldName: 'order_date', formType: 'date' },
    { fieldName: 'money', formType: 'floatnumber', positive: true },
    { fieldName: 'start_time', formType: 'date', isFilled: true },
    { fieldName: 'end_time', formType: 'date', isFilled: true },
    {
      fieldName: 'contacts_id',
      formType: 'contacts',
      operating: 3,
      relation: {
        to: contactsType.code,
        onDelete: 'keep',
        onMerge: 'move',
        onTransfer: 'stay',
        within: { field: 'customer_id', theirs: 'customer_id' },
        label: 'crm_contract.signed_by_contact',
      },
    },
    { fieldName: 'company_user_id', formType: 'user', operating: 3 },
    { fieldName: 'suite', formType: 'text', maxLength: 100 },
    ...recipientFields('crm_contract.sent_to_contact'),
    { fieldName: 'scan', formType: 'file' },
    { fieldName: 'remark', formType: 'textarea' },
    ...totals,
  ],
  starterFields: [],
  searchFields: ['num', 'name'],
  systemColumns: [
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
    ...contractFigureColumns,
  ],
  states: [approvalColumn({ scenes: { 3: 'checking' }, openWhenPassed, hasOpening: true }), ...contractStates],
  rowColumns: ['changes_id'],
  versionOf: 'changes_id',
  rowKeys: [
    'examineRecordId',
    'receivablesCount',
    'receivablesMoney',
    'contract_money',
    'receive_money',
    'unreceiveMoney',
    'isAdmin',
  ],
  detailParts: ['express'],
  keptRelations: [
    {
      column: 'changes_id',
      // an order that changes a contract in force
      relation: { to: 6, onDelete: 'refuse', onMerge: 'move', onTransfer: 'follow', label: 'crm_contract.changes' },
    },
  ],
  firstColumns: ['num', 'name', 'customer_name', 'money', 'start_time', 'end_time', 'check_status', 'owner_user_name'],
  lines: {
    ...soldLines,
    fields: [
      ...soldLines.fields,
      { fieldName: 'delivery_method', formType: 'select', options: Object.values(deliveryMethods) },
    ],
    code: 61,
    table: 'contract_product',
    parentColumn: 'contract_id',
    rowKeys: ['categoryName', 'productName', 'deliveryType', 'productNum', 'expressId'],
  },
  followUpLinks: crmFollowUpLinks,
  searchPlace: 50,
  ranking: { place: 50 },
  persons: 'kept',
  fileName: 'contracts',
} as const satisfies RecordType;
