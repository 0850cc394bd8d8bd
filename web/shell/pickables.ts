import { ContactsOutlined, FunnelPlotOutlined, IdcardOutlined, SendOutlined } from '@ant-design/icons';
import type { Pickable } from '#web/record/picker/pickable.ts';
import { keyPersonField } from '#shared/crm/contacts-type.ts';

/** What can be linked to something else, in the order of spec §2 "Relation picker", with the columns of spec §3. */
export const pickables: readonly Pickable[] = [
  {
    key: 'customer',
    code: 2,
    label: 'crm_customer',
    icon: IdcardOutlined,
    access: 'crm:customer:index',
    path: '/crm/customer',
    columns: [
      { key: 'customerName', label: 'crm_customer.customer_name' },
      { key: 'nextTime', label: 'crm_customer.next_time' },
      { key: 'updateTime', label: 'record.update_time' },
      { key: 'createTime', label: 'record.create_time' },
    ],
    load: async () => (await import('#web/modules/crm/customers/customer-screen.ts')).customerScreen,
  },
  {
    key: 'contacts',
    code: 3,
    label: 'crm_contacts',
    icon: ContactsOutlined,
    access: 'crm:contacts:index',
    path: '/crm/contacts',
    columns: [
      { key: 'name', label: 'crm_contacts.name' },
      { key: 'mobile', label: 'crm_contacts.mobile' },
      { key: 'telephone', label: 'crm_contacts.telephone' },
      { key: keyPersonField, label: 'picker.key_person' },
      { key: 'post', label: 'crm_contacts.post' },
      { key: 'address', label: 'crm_contacts.address' },
    ],
    load: async () => (await import('#web/modules/crm/contacts/contacts-screen.tsx')).contactsScreen,
  },
  {
    key: 'leads',
    code: 1,
    label: 'crm_leads',
    icon: FunnelPlotOutlined,
    access: 'crm:leads:index',
    path: '/crm/clue',
    columns: [
      { key: 'name', label: 'crm_leads.leads_name' },
      { key: 'nextTime', label: 'crm_leads.next_time' },
      { key: 'updateTime', label: 'record.update_time' },
      { key: 'createTime', label: 'record.create_time' },
    ],
    load: async () => (await import('#web/modules/crm/leads/leads-screen.tsx')).leadsScreen,
  },
  {
    // contacts with an address
    key: 'addressee',
    code: 10,
    label: 'picker.addressee',
    icon: SendOutlined,
    access: 'crm:contacts:index',
    path: '/crm/contacts',
    columns: [
      { key: 'name', label: 'crm_contacts.name' },
      { key: 'mobile', label: 'crm_contacts.mobile' },
      { key: 'address', label: 'crm_contacts.address' },
    ],
    load: async () => (await import('#web/modules/crm/contacts/contacts-screen.tsx')).contactsScreen,
  },
];
