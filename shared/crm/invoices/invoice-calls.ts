import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';
import { typeCalls } from '#shared/record/calls/type-calls.ts';

export const invoiceCalls = typeCalls(invoiceType);
