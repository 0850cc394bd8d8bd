import { conforms } from '#server/testing/suites/conforms.ts';
import { receivableType } from '#shared/crm/receivables/receivable-type.ts';

conforms(receivableType);
