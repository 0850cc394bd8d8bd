import { everyFieldOf } from '#server/testing/every-field.ts';
import { everyVerbOf } from '#server/testing/every-verb.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

everyFieldOf(leadsType);
everyVerbOf(leadsType);
