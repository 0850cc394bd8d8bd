import { conforms } from '#server/testing/suites/conforms.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

conforms(invoiceType);
