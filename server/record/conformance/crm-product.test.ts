import { conforms } from '#server/testing/suites/conforms.ts';
import { productType } from '#shared/crm/products/product-type.ts';

conforms(productType);
