import { conforms } from '#server/testing/suites/conforms.ts';
import { customerType } from '#shared/crm/customer-type.ts';

conforms(customerType);
