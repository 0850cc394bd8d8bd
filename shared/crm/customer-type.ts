import { industries, levels, sources } from '#shared/crm/options.ts';
import { crmFollowUpLinks, followUpState } from '#shared/crm/follow-ups.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { StateColumn } from '#shared/record/states/state.ts';
import { areaCodes } from '#shared/record/phone.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_customer: true;
  }
}
declare module '#shared/record/verbs.ts' {
  interface RecordVerbs {
    deal_changed: true;
    locked: true;
    unlocked: true;
    distributed: true;
    received: true;
  }
}

/** Errors of customers, their pool and their limits. */
export const customerErrors = {
  'field.credit_code': 422,
  'pool.lock_deal': 409,
  'pool.has_contract': 409,
  'pool.lock_limit': 422,
  'pool.owners_limit': 422,
  'pool.locked': 409,
  'pool.followup_day': 422,
  'pool.deal_day': 422,
  'pool.enabled': 422,
  'pool.clock': 422,
  'limit.number': 422,
  'limit.overlap': 422,
} as const;
type CustomerErrors = typeof customerErrors;
declare module '#shared/wire/error-codes.ts' {
  interface ErrorCodes extends CustomerErrors {}
}

/** The starter field for the importance of a customer. */
export const customerLevelField = '客户级别';

/** The starter field for where a customer came from. */
export const customerSourceField = '客户来源';

const setDealStatus = (dealStatus: 0 | 1) => ({ path: 'CrmCustomer/setDealStatus', body: { dealStatus } });
const setLock = (isLock: 0 | 1) => ({ path: 'CrmCustomer/lock', body: { isLock } });

/** A deal ends a lock, and exempts the customer from the pool rules. */
const dealStatus = {
  column: 'deal_status',
  fieldName: 'deal_status',
  formType: 'dealStatus',
  values: [
    { value: 0, label: 'crm_customer.deal_status.0', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'crm_customer.deal_status.1', kind: 'done', colour: 'success' },
  ],
  transitions: {
    deal: {
      label: 'customer.deal',
      from: [0],
      to: 1,
      action: 'dealStatus',
      question: { one: 'customer.deal_one', many: 'customer.deal_many' },
      isRepeatable: true,
      verb: 'deal_changed',
      call: setDealStatus(1),
    },
    noDeal: {
      label: 'customer.no_deal',
      from: [1],
      to: 0,
      action: 'dealStatus',
      question: { one: 'customer.no_deal_one', many: 'customer.no_deal_many' },
      isRepeatable: true,
      verb: 'deal_changed',
      call: setDealStatus(0),
    },
  },
} as const satisfies StateColumn;

/** Exempts a customer from the pool rules. */
const lock = {
  column: 'is_lock',
  fieldName: 'is_lock',
  isOnRowsOnly: true,
  values: [
    { value: 0, label: 'pool.is_unlocked', kind: 'open', colour: 'neutral', isUsual: true },
    { value: 1, label: 'pool.is_locked', kind: 'done', colour: 'primary' },
  ],
  transitions: {
    lock: {
      label: 'customer.lock',
      from: [0],
      to: 1,
      action: 'lock',
      question: { one: 'customer.lock_one', many: 'customer.lock_many' },
      isRepeatable: true,
      verb: 'locked',
      call: setLock(1),
    },
    unlock: {
      label: 'customer.unlock',
      from: [1],
      to: 0,
      action: 'lock',
      question: { one: 'customer.unlock_one', many: 'customer.unlock_many' },
      isRepeatable: true,
      verb: 'unlocked',
      call: setLock(0),
    },
  },
} as const satisfies StateColumn;

/** Customers (module code 2): fields with their defaults, and list columns (R9.11, R8.7). */
export const customerType = {
  code: 2,
  name: 'crm_customer',
  family: 'CrmCustomer',
  area: 'crm',
  module: 'customer',
  can: ['delete', 'followUps', 'transfer', 'team', 'import', 'export', 'merge', 'duplicates', 'board'],
  sheets: {
    template: 'downloadSheet',
    team: 'uploadExcelTeam',
    team_removal: 'uploadExcelDelTeam',
    deletion: 'uploadExcelDelCustomer',
    follow_up: 'uploadExcelFollowUp',
    pool: 'crmSeasCustomers',
    owner: 'uploadExcelChangeCustomerUser',
  },
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
      name: customerSourceField,
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
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
    { fieldName: 'pool_time', formType: 'datetime', column: 'pool_time', kind: 'value', ofPool: true },
    { fieldName: 'former_owner_name', formType: 'user', column: 'former_owner_id', kind: 'user_name', ofPool: true },
  ],
  computedColumns: [{ fieldName: 'pool_day' }],
  rowKeys: ['businessCount'],
  states: [dealStatus, lock, followUpState('CrmBackLog/setCustomerFollowup')],
  rowColumns: [],
  firstColumns: [
    'customer_name',
    customerLevelField,
    'pool_time',
    'former_owner_name',
    'owner_user_name',
    'next_time',
    'last_time',
    'pool_day',
  ],
  pool: { module: 'pool', code: 9 },
  followUpLinks: crmFollowUpLinks,
  persons: 'erased',
  searchPlace: 10,
  ranking: { place: 10, followedAs: 'followed_customer' },
  fileName: 'customer',
} as const satisfies RecordType;
