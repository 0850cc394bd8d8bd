import { conforms } from '#server/testing/suites/conforms.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';

conforms(contractType);
