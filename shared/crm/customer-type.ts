import { industries, levels, sources } from '#shared/crm/options.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { areaCodes } from '#shared/record/phone.ts';

/** The starter field that says how important a customer is. */
export const customerLevelField = '客户级别';

/** Customers (module code 2): fields with their defaults, and list columns (R9.11, R8.7). */
export const customerType = {
  code: 2,
  name: 'crm_customer',
  family: 'CrmCustomer',
  area: 'crm',
  module: 'customer',
  table: 'customer',
  idColumn: 'customer_id',
  idKey: 'customerId',
  idsKey: 'customerIds',
  titleField: 'customer_name',
  fields: [
    {
      fieldName: 'customer_name',
      formType: 'text',
      checkedAs: 'crm_check_name',
      required: true,
      unique: true,
      operating: 1,
    },
    { fieldName: 'mobile', formType: 'mobile', checkedAs: 'crm_phone_check_name' },
    { fieldName: 'area_code', formType: 'select', options: areaCodes, operating: 3, companionOf: 'mobile' },
    { fieldName: 'telephone', formType: 'text' },
    { fieldName: 'website', formType: 'text' },
    { fieldName: 'next_time', formType: 'datetime' },
    { fieldName: 'remark', formType: 'textarea' },
    { fieldName: 'receipt_title', formType: 'text' },
    { fieldName: 'receipt_identifier', formType: 'text' },
    { fieldName: 'regist_capi', formType: 'text' },
    { fieldName: 'rec_cap', formType: 'text' },
    { fieldName: 'map_address', formType: 'map_address', operating: 3 },
  ],
  starterFields: [
    {
      name: '客户来源',
      label: 'crm_customer.starter.source',
      formType: 'select',
      options: sources,
      after: 'telephone',
    },
    { name: '客户行业', label: 'crm.starter.industry', formType: 'select', options: industries, after: 'telephone' },
    { name: customerLevelField, label: 'crm.starter.level', formType: 'select', options: levels, after: 'telephone' },
  ],
  searchFields: ['customer_name', 'mobile', 'telephone'],
  systemColumns: [
    { fieldName: 'deal_status', formType: 'select', column: 'deal_status', kind: 'flag' },
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
  ],
  computedColumns: [{ fieldName: 'pool_day' }],
  rowColumns: ['is_lock', 'followup'],
  firstColumns: ['customer_name', customerLevelField, 'owner_user_name', 'next_time', 'last_time', 'pool_day'],
  pool: { module: 'pool', code: 9 },
  fileName: 'customer',
} as const satisfies RecordType;
