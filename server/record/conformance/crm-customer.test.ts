import { everyFieldOf } from '#server/testing/every-field.ts';
import { everyVerbOf } from '#server/testing/every-verb.ts';
import { customerType } from '#shared/crm/customer-type.ts';

everyFieldOf(customerType);
everyVerbOf(customerType);
