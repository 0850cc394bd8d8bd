import { invoiceScreen } from '#web/modules/crm/invoices/invoice-screen.ts';
import { RecordList } from '#web/record/list/record-list.tsx';

/** /crm/receipt (R2.2). */
export const InvoicePage = () => <RecordList screen={invoiceScreen} />;
