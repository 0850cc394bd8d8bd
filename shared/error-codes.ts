import { approvalErrors } from '#shared/approval/approval-errors.ts';
import { applicationErrors } from '#shared/admin/company/application-calls.ts';
import { rightsErrors } from '#shared/admin/rights-errors.ts';
import { contractErrors } from '#shared/crm/contracts/contract-type.ts';
import { courseMapErrors } from '#shared/crm/course-map/course-map-calls.ts';
import { customerErrors } from '#shared/crm/customer-type.ts';
import { goalErrors } from '#shared/crm/goals/goal-calls.ts';
import { leadsErrors } from '#shared/crm/leads-type.ts';
import { opportunityErrors } from '#shared/crm/opportunities/opportunity-type.ts';
import { productErrors } from '#shared/crm/products/product-type.ts';
import { dutyErrors } from '#shared/crm/duty/duty-calls.ts';
import { creditErrors } from '#shared/crm/ledger/credit-calls.ts';
import { ledgerErrors } from '#shared/crm/ledger/ledger-errors.ts';
import { planErrors } from '#shared/crm/plans/plan-type.ts';
import { bankErrors } from '#shared/crm/receivables/bank-calls.ts';
import { receivableErrors } from '#shared/crm/receivables/receivable-type.ts';
import { invoiceErrors } from '#shared/crm/invoices/invoice-type.ts';
import { shipmentErrors } from '#shared/crm/shipments/shipment-type.ts';
import { businessCardErrors } from '#shared/crm/business-cards/business-card-calls.ts';
import { ownerSourceErrors } from '#shared/crm/owner-source/owner-source-calls.ts';
import { smsBlacklistErrors } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { toDoErrors } from '#shared/crm/to-do-calls.ts';
import { workbenchErrors } from '#shared/crm/workbench-calls.ts';
import { settingErrors } from '#shared/platform/setting-change-calls.ts';
import { printErrors } from '#shared/record/printing/print-errors.ts';
import { engineErrors, type ErrorCodes } from '#shared/wire/error-codes.ts';

/** Every error a user can meet, of the engine and of each module: an unlisted one does not compile. */
export const errorCodes: Readonly<ErrorCodes> = {
  ...engineErrors,
  ...rightsErrors,
  ...applicationErrors,
  ...settingErrors,
  ...leadsErrors,
  ...customerErrors,
  ...opportunityErrors,
  ...productErrors,
  ...contractErrors,
  ...receivableErrors,
  ...invoiceErrors,
  ...shipmentErrors,
  ...planErrors,
  ...ledgerErrors,
  ...creditErrors,
  ...bankErrors,
  ...courseMapErrors,
  ...smsBlacklistErrors,
  ...businessCardErrors,
  ...ownerSourceErrors,
  ...goalErrors,
  ...toDoErrors,
  ...dutyErrors,
  ...workbenchErrors,
  ...approvalErrors,
  ...printErrors,
};
