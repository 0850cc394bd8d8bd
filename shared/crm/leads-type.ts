import { customerType } from '#shared/crm/customer-type.ts';
import { levels, industries, sources } from '#shared/crm/options.ts';
import { crmFollowUpLinks, followUpState } from '#shared/crm/follow-ups.ts';
import { areaCodes } from '#shared/record/phone.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_leads: true;
  }
}
declare module '#shared/record/verbs.ts' {
  interface RecordVerbs {
    converted: true;
    came_in: true;
  }
}

/** Errors of a conversion. */
export const leadsErrors = {
  'leads.converted': 500,
  'leads.not_converted': 422,
} as const;
type LeadsErrors = typeof leadsErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends LeadsErrors {}
}

/** The starter field for the source of a lead. */
export const leadsSourceField = '线索来源';

/** Whether it has become a customer; changed by the conversion only. */
const conversion = {
  column: 'is_transform',
  fieldName: 'is_transform',
  isOnRowsOnly: true,
  values: [
    { value: 0, label: 'leads.is_open', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'leads.is_converted', kind: 'done', colour: 'success', scene: 'transform', isClosed: true },
  ],
  transitions: {},
} as const satisfies StateColumn;

/** Leads (module code 1): fields with their defaults, and list columns (R9.11, R8.7). */
export const leadsType = {
  code: 1,
  name: 'crm_leads',
  family: 'CrmLeads',
  area: 'crm',
  module: 'leads',
  can: ['delete', 'followUps', 'transfer', 'import', 'export', 'merge', 'duplicates', 'board'],
  // `transfer` turns them into customers (R15.2)
  paths: { transfer: 'changeOwnerUser' },
  table: 'leads',
  idColumn: 'leads_id',
  idKey: 'leadsId',
  idsKey: 'leadsIds',
  titleField: 'leads_name',
  fields: [
    {
      fieldName: 'leads_name',
      formType: 'text',
      checkedAs: 'crm_check_name',
      required: true,
      unique: true,
      operating: 1,
    },
    { fieldName: 'telephone', formType: 'text' },
    { fieldName: 'mobile', formType: 'mobile', checkedAs: 'crm_phone_check_name' },
    { fieldName: 'area_code', formType: 'select', options: areaCodes, operating: 3, companionOf: 'mobile' },
    { fieldName: 'address', formType: 'text' },
    { fieldName: 'next_time', formType: 'datetime' },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [
    {
      name: leadsSourceField,
      label: 'crm_leads.starter.source',
      formType: 'select',
      options: sources.filter((source) => source !== '陌拜'),
      after: 'leads_name',
    },
    { name: '客户行业', label: 'crm.starter.industry', formType: 'select', options: industries, after: 'area_code' },
    { name: '客户级别', label: 'crm.starter.level', formType: 'select', options: levels, after: 'area_code' },
  ],
  searchFields: ['leads_name', 'mobile', 'telephone'],
  systemColumns: [
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
  ],
  states: [followUpState('CrmBackLog/setLeadsFollowup', { isListed: true }), conversion],
  rowColumns: ['customer_id'],
  keptRelations: [
    {
      column: 'customer_id',
      // the history of a lead continues with the customer
      relation: {
        to: customerType.code,
        onDelete: 'keep',
        onMerge: 'move',
        onTransfer: 'stay',
        label: 'crm_leads.of_customer',
      },
    },
  ],
  firstColumns: ['leads_name', leadsSourceField, 'mobile', 'owner_user_name', 'next_time', 'last_time', 'followup'],
  becomes: { code: customerType.code, verb: 'converted' },
  followUpLinks: crmFollowUpLinks,
  persons: 'erased',
  searchPlace: 20,
  ranking: { place: 30 },
  fileName: 'leads',
} as const satisfies RecordType;

/** Custom fields that fill the customer fields of the same name when a lead is converted (R15.3). */
export const convertedByName = [
  [leadsSourceField, '客户来源'],
  ['客户行业', '客户行业'],
  ['客户级别', '客户级别'],
] as const;
