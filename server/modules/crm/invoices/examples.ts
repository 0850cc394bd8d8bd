import { newRecord } from '#server/route-table/record-examples.ts';
import type { Examples } from '#server/route-table/table.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

/** Those of the things are drafts, for contracts that are not in force. */
export const invoiceExamples: Examples = {
  'CrmReceipt/check': (table, { records }) => ({
    body: { receiptId: records[invoiceType.name], checkUserId: table.company.people.admin.userId },
    code: 422,
  }),
  'CrmReceipt/revokeCheck': (_table, { records }) => ({
    body: { receiptId: records[invoiceType.name], remarks: '有误' },
    code: 409,
  }),
  'CrmReceipt/updateStatus': async (table, things) => ({
    body: { receiptIds: [await newRecord(table, things, invoiceType)], invoiceStatus: 3 },
  }),
  'CrmReceipt/changeState': async (table, things) => ({
    body: { ids: [await newRecord(table, things, invoiceType)], column: 'invoice_status', transition: 'void' },
  }),
};
