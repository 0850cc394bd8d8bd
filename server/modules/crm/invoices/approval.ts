import type { ApprovalSubject } from '#server/approval/subjects.ts';
import { invoiceType } from '#shared/crm/invoices/invoice-type.ts';

/** How invoices are approved. */
export const invoiceApprovals: ApprovalSubject = {
  type: invoiceType,
  categoryType: 3,
  noun: 'crm_receipt',
  amountField: 'money',
};
