import type { customer as chinese } from '#shared/i18n/cn/customer.ts';

export const customer = {
  crm_customer: 'Customer',
  'crm_customer.list': 'Customers',
  'crm_customer.new': 'New customer',
  'crm_customer.edit': 'Edit customer',
  'crm_customer.search': 'Name, mobile or phone',
  'crm_customer.customer_name': 'Name',
  'crm_customer.mobile': 'Mobile',
  'crm_customer.area_code': 'Area code',
  'crm_customer.telephone': 'Phone',
  'crm_customer.website': 'Website',
  'crm_customer.next_time': 'Next contact',
  'crm_customer.remark': 'Remark',
  'crm_customer.receipt_title': 'Invoice title',
  'crm_customer.receipt_identifier': 'Tax number',
  'crm_customer.map_address': 'Address',
  'crm_customer.deal_status': 'Deal status',
  'crm_customer.deal_status.0': 'No deal yet',
  'crm_customer.deal_status.1': 'Deal done',
  'crm_customer.last_time': 'Last follow-up',
  'crm_customer.last_content': 'Last follow-up text',
} as const satisfies Record<keyof typeof chinese, string>;
