import { lazyOverlay } from '#web/lib/lazy-page.tsx';
import { contactsChips } from '#web/modules/crm/contacts/contacts-chips.ts';
import { CustomerOfContact } from '#web/modules/crm/contacts/customer-of-contact.tsx';
import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { createTimeFigure } from '#web/record/screen-of.ts';
import { contactsCalls } from '#shared/crm/contacts-calls.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

const BusinessPanel = lazyOverlay(() => import('#web/modules/crm/contacts/business-panel.tsx'), 'BusinessPanel');

const ContactsOfCustomer = lazyOverlay(
  () => import('#web/modules/crm/contacts/contacts-of-customer.tsx'),
  'ContactsOfCustomer',
);

export const contactsScreen = crmScreenOf(contactsType, contactsCalls, {
  figures: [
    { label: 'crm_contacts.customer_id', show: (record) => <CustomerOfContact record={record} /> },
    { label: 'crm_contacts.post', show: (record) => String(record['post'] ?? '') },
    { label: 'crm_contacts.mobile', isMobile: true },
    createTimeFigure,
  ],
  panels: [{ key: 'business', label: 'contacts.opportunities', access: 'crm:business:index', Panel: BusinessPanel }],
  ChildTab: ContactsOfCustomer,
  chips: contactsChips,
});
