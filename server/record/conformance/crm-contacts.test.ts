import { everyFieldOf } from '#server/testing/every-field.ts';
import { everyVerbOf } from '#server/testing/every-verb.ts';
import { contactsType } from '#shared/crm/contacts-type.ts';

everyFieldOf(contactsType);
everyVerbOf(contactsType);
