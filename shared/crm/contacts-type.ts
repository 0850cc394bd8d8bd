import { customerType } from '#shared/crm/customer-type.ts';
import { crmFollowUpLinks } from '#shared/crm/follow-ups.ts';
import { areaCodes } from '#shared/record/phone.ts';
import type { RecordType } from '#shared/record/record-type.ts';

declare module '#shared/wire/endpoint.ts' {
  interface Subjects {
    crm_contacts: true;
  }
}

/** The starter field for decision makers. */
export const keyPersonField = '是否关键决策人';
const [yes, no] = ['是', '否'];

export const isKeyPerson = (contact: Readonly<Record<string, unknown>>): boolean => contact[keyPersonField] === yes;

/** Contacts (module code 3): fields with their defaults, and list columns (R9.11, R8.7). */
export const contactsType = {
  code: 3,
  name: 'crm_contacts',
  family: 'CrmContacts',
  area: 'crm',
  module: 'contacts',
  can: ['delete', 'followUps', 'transfer', 'import', 'export', 'merge', 'duplicates', 'board'],
  table: 'contacts',
  idColumn: 'contacts_id',
  idKey: 'contactsId',
  idsKey: 'contactsIds',
  titleField: 'name',
  fields: [
    { fieldName: 'name', formType: 'text', required: true, operating: 1 },
    {
      fieldName: 'customer_id',
      formType: 'customer',
      required: true,
      operating: 3,
      relation: {
        to: customerType.code,
        onDelete: 'refuse',
        onMerge: 'move',
        onTransfer: 'follow',
        changeType: 1,
        inPool: 'follow',
        // whom to call, and who decides (docs/decisions/contacts-of-a-customer.md)
        visibleWith: {
          fields: ['mobile', 'area_code', 'post', 'telephone', keyPersonField],
          forReaders: ['mobile', 'area_code', 'telephone'],
        },
        next: 'contacts.save_and_new',
      },
    },
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
    {
      name: keyPersonField,
      label: 'picker.key_person',
      formType: 'select',
      options: [yes, no],
      operating: 3,
    },
    { name: '性别', label: 'crm_contacts.starter.gender', formType: 'select', options: ['男', '女'], operating: 3 },
  ],
  searchFields: ['name', 'mobile', 'telephone'],
  systemColumns: [
    { fieldName: 'last_time', formType: 'datetime', column: 'last_time', kind: 'value' },
    { fieldName: 'last_content', formType: 'textarea', column: 'last_content', kind: 'value', forReaders: true },
  ],
  rowColumns: [],
  firstColumns: [
    'name',
    'customer_name',
    'post',
    keyPersonField,
    'mobile',
    'telephone',
    'owner_user_name',
    'next_time',
  ],
  // contacts of a customer in the pool have no owner either
  pool: { module: 'pool' },
  // addressees (R17.3)
  parts: [{ code: 10, filledField: 'address' }],
  followUpLinks: crmFollowUpLinks,
  persons: 'erased',
  searchPlace: 30,
  ranking: { place: 20 },
  fileName: 'contacts',
} as const satisfies RecordType;
