import { approvalErrors } from '#shared/approval/approval-errors.ts';
import { rightsErrors } from '#shared/admin/rights-errors.ts';
import { contractErrors } from '#shared/crm/contracts/contract-type.ts';
import { customerErrors } from '#shared/crm/customer-type.ts';
import { leadsErrors } from '#shared/crm/leads-type.ts';
import { productErrors } from '#shared/crm/products/product-type.ts';
import { receivableErrors } from '#shared/crm/receivables/receivable-type.ts';
import { invoiceErrors } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentErrors } from '#shared/crm/shipments/shipment-type.ts';
import { toDoErrors } from '#shared/crm/to-do-calls.ts';
import { workbenchErrors } from '#shared/crm/workbench-calls.ts';
import { engineErrors, type ErrorCodes } from '#shared/wire/error-codes.ts';

/** Every error a user can meet, of the engine and of each module: an unlisted one does not compile. */
export const errorCodes: Readonly<ErrorCodes> = {
  ...engineErrors,
  ...rightsErrors,
  ...leadsErrors,
  ...customerErrors,
  ...productErrors,
  ...contractErrors,
  ...receivableErrors,
  ...invoiceErrors,
  ...shipmentErrors,
  ...toDoErrors,
  ...workbenchErrors,
  ...approvalErrors,
};
