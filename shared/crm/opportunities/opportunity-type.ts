import { customerType } from '#shared/crm/customer-type.ts';
import { soldLines, totals } from '#shared/crm/deals/sold-lines.ts';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_business: true;
  }
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
  rowColumns: [],
  firstColumns: ['business_name', 'customer_name', 'money', 'deal_date', 'owner_user_name', 'next_time', 'last_time'],
  lines: { ...soldLines, code: 51, table: 'business_product', parentColumn: 'business_id' },
  followUpLinks: crmFollowUpLinks,
  searchPlace: 40,
  ranking: { place: 40 },
  fileName: 'opportunities',
} as const satisfies RecordType;
