import { customerType } from '#shared/crm/customer-type.ts';
import { levels, industries, sources } from '#shared/crm/options.ts';
import { followUpState } from '#shared/crm/follow-up-state.ts';
import { areaCodes } from '#shared/record/phone.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';

/** The starter field that says where a lead is from. */
export const leadsSourceField = '线索来源';

/** Whether it has become a customer: the conversion changes it, with all else that it does. */
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
      // what became of a lead is what the customer becomes
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
  becomes: customerType.code,
  // `transfer` turns them into customers (R15.2)
  transferPath: 'changeOwnerUser',
  fileName: 'leads',
} as const satisfies RecordType;

/** Custom fields that fill those of the customer by their names when a lead is converted (R15.3). */
export const convertedByName = [
  [leadsSourceField, '客户来源'],
  ['客户行业', '客户行业'],
  ['客户级别', '客户级别'],
] as const;
