import { conforms } from '#server/testing/suites/conforms.ts';
import { leadsType } from '#shared/crm/leads-type.ts';

conforms(leadsType);
