import { contactsScreen } from '#web/modules/crm/contacts/contacts-screen.tsx';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/contacts (spec §2). */
export const ContactsPage = () => <RecordList screen={contactsScreen} />;
