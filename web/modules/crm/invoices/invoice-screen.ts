import { crmScreenOf } from '#web/modules/crm/crm-screen.ts';
import { invoiceCalls } from '#shared/crm/invoices/invoice-calls.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

export const invoiceScreen = crmScreenOf(invoiceType, invoiceCalls);
