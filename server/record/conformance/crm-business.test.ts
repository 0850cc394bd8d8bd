import { conforms } from '#server/testing/suites/conforms.ts';
import { opportunityType } from '#shared/crm/opportunities/opportunity-type.ts';

conforms(opportunityType);
