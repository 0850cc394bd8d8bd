import { conforms } from '#server/testing/suites/conforms.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

conforms(contactsType);
