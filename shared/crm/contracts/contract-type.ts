import { approvalColumn } from '#shared/approval/approval-state.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';
import { customerType } from '#shared/crm/customer-type.ts';
import { soldLines, totals } from '#shared/crm/deals/sold-lines.ts';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import { contractFigureColumns } from '#shared/crm/ledger/figure-columns.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_contract: true;
  }
}

/** Errors of contracts, with the messages of older clients. */
export const contractErrors = {
  'contract.number_taken': 500,
} as const;
type ContractErrors = typeof contractErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends ContractErrors {}
}

/** Contracts (module code 6): fields with their defaults, and list columns (R9.11, R8.7). */
export const contractType = {
  code: 6,
  name: 'crm_contract',
  family: 'CrmContract',
  area: 'crm',
  module: 'contract',
  can: ['delete', 'followUps', 'transfer', 'team', 'export', 'board'],
  paths: { save: 'saveAndUpdate' },
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
      },
    },
    { fieldName: 'order_date', formType: 'date' },
    { fieldName: 'money', formType: 'floatnumber' },
    { fieldName: 'start_time', formType: 'date' },
    { fieldName: 'end_time', formType: 'date' },
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
  states: [approvalColumn({ scenes: { 3: 'checking' } })],
  rowColumns: [],
  firstColumns: ['num', 'name', 'customer_name', 'money', 'start_time', 'end_time', 'check_status', 'owner_user_name'],
  lines: { ...soldLines, code: 61, table: 'contract_product', parentColumn: 'contract_id' },
  followUpLinks: crmFollowUpLinks,
  searchPlace: 50,
  ranking: { place: 50 },
  fileName: 'contracts',
} as const satisfies RecordType;
