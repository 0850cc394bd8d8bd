import { conforms } from '#server/testing/suites/conforms.ts';
import { productType } from '#shared/crm/product-type.ts';

conforms(productType);
