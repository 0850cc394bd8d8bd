import { areaCodes } from '#shared/record/phone.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Contacts (module code 3): fields, defaults and list columns of reference §5.2 and §5.4, plus the spec's area code. */
export const contactsType = {
  code: 3,
  name: 'crm_contacts',
  family: 'CrmContacts',
  area: 'crm',
  module: 'contacts',
  table: 'contacts',
  idColumn: 'contacts_id',
  idKey: 'contactsId',
  idsKey: 'contactsIds',
  titleField: 'name',
  fields: [
    { fieldName: 'name', formType: 'text', required: true, operating: 1 },
    { fieldName: 'customer_id', formType: 'customer', required: true, operating: 3 },
    { fieldName: 'mobile', formType: 'mobile' },
    { fieldName: 'area_code', formType: 'select', options: areaCodes, operating: 3, companionOf: 'mobile' },
    { fieldName: 'telephone', formType: 'text' },
    { fieldName: 'email', formType: 'email' },
    { fieldName: 'post', formType: 'text' },
    { fieldName: 'address', formType: 'text' },
    { fieldName: 'next_time', formType: 'datetime' },
    { fieldName: 'remark', formType: 'textarea' },
  ],
  starterFields: [
    { name: '是否关键决策人', formType: 'select', options: ['是', '否'], operating: 3 },
    { name: '性别', formType: 'select', options: ['男', '女'], operating: 3 },
  ],
  searchFields: ['name', 'mobile', 'telephone'],
  systemColumns: [
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value' },
  ],
  rowColumns: [],
  // those of a customer in the pool are nobody's either
  pool: { module: 'pool' },
  fileName: 'contacts',
} as const satisfies RecordType;
