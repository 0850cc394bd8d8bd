import { contactsType } from '#shared/crm/contacts-type.ts';
import { typeCalls } from '#shared/record/type-calls.ts';

export const contactsCalls = {
  ...typeCalls(contactsType),
};
