import { contactsScreen } from '#web/modules/crm/contacts/contacts-screen.tsx';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/contacts (R25.1). */
export const ContactsPage = () => <RecordList screen={contactsScreen} />;
