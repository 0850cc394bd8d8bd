import { customerType } from '#shared/crm/customer-type.ts';
import { soldLines, totals } from '#shared/crm/deals/sold-lines.ts';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import { stageGroups } from '#shared/crm/opportunities/stage-group-type.ts';
import { outcome, stage } from '#shared/crm/opportunities/opportunity-states.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_business: true;
  }
}

/** Errors of opportunities and of their groups of stages, with the messages of older clients. */
export const opportunityErrors = {
  'opportunity.stage_needs': 422,
  'opportunity.shares': 422,
  'opportunity.share_twice': 422,
  'business_type.in_use': 500,
  'business_type.in_use_delete': 500,
  'business_type.rate': 500,
  'business_type.name': 422,
  'business_type.no_stages': 422,
  'business_type.stage_twice': 422,
  'business_type.name_taken': 422,
  'business_type.unknown': 404,
  'business_type.reason_twice': 422,
} as const;
type OpportunityErrors = typeof opportunityErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends OpportunityErrors {}
}

/** Opportunities (module code 5): fields with their defaults, and list columns (R9.11, R8.7). */
export const opportunityType = {
  code: 5,
  name: 'crm_business',
  family: 'CrmBusiness',
  area: 'crm',
  module: 'business',
  can: ['delete', 'followUps', 'transfer', 'team', 'export', 'board'],
  table: 'business',
  idColumn: 'business_id',
  idKey: 'businessId',
  idsKey: 'businessIds',
  titleField: 'business_name',
  fields: [
    { fieldName: 'business_name', formType: 'text', required: true, operating: 3 },
    {
      fieldName: 'customer_id',
      formType: 'customer',
      required: true,
      operating: 3,
      relation: { to: customerType.code, onDelete: 'refuse', onMerge: 'move', onTransfer: 'follow', changeType: 2 },
    },
    { fieldName: 'type_id', formType: 'business_type', required: true, operating: 3, rowsOf: stageGroups },
    { fieldName: 'money', formType: 'floatnumber' },
    { fieldName: 'deal_date', formType: 'date' },
    { fieldName: 'next_time', formType: 'datetime' },
    { fieldName: 'remark', formType: 'textarea' },
    ...totals,
  ],
  starterFields: [],
  searchFields: ['business_name'],
  systemColumns: [
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
  ],
  states: [stage, outcome],
  rowColumns: [],
  rowKeys: ['statusRemark', 'progressBar'],
  firstColumns: [
    'business_name',
    'customer_name',
    'status_name',
    'money',
    'deal_date',
    'owner_user_name',
    'next_time',
    'last_time',
  ],
  lines: { ...soldLines, code: 51, table: 'business_product', parentColumn: 'business_id' },
  followUpLinks: crmFollowUpLinks,
  searchPlace: 40,
  ranking: { place: 40 },
  fileName: 'opportunities',
} as const satisfies RecordType;
