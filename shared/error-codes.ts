import { approvalErrors } from '#shared/approval/approval-errors.ts';
import { applicationErrors } from '#shared/admin/company/application-calls.ts';
import { handOverErrors } from '#shared/admin/hand-over/hand-over-calls.ts';
import { programErrors } from '#shared/admin/programs/program-calls.ts';
import { inviteErrors } from '#shared/admin/invite/invite-calls.ts';
import { viewingErrors } from '#shared/admin/viewing/viewing-calls.ts';
import { staffSheetErrors } from '#shared/admin/staff-sheets/staff-sheet-calls.ts';
import { rightsErrors } from '#shared/admin/rights-errors.ts';
import { contractErrors } from '#shared/crm/contracts/contract-type.ts';
import { auditErrors } from '#shared/admin/audit/audit-calls.ts';
import { archiveErrors } from '#shared/admin/archive/archive-calls.ts';
import { erasureErrors } from '#shared/admin/erasure/erasure-calls.ts';
import { operationErrors } from '#shared/admin/operation/operation-calls.ts';
import { courseMapErrors } from '#shared/crm/course-map/course-map-calls.ts';
import { messagingErrors } from '#shared/crm/messaging-services/messaging-calls.ts';
import { webhookErrors } from '#shared/admin/webhooks/webhook-calls.ts';
import { outboxErrors } from '#shared/platform/outbox-calls.ts';
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
import { guideErrors } from '#shared/crm/operation-guide/guide-calls.ts';
import { approvalCategoryErrors } from '#shared/oa/approval-categories/category-calls.ts';
import { leadSourceErrors } from '#shared/crm/lead-sources/lead-source-calls.ts';
import { openLeadErrors } from '#shared/crm/lead-sources/open-lead-calls.ts';
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
  ...staffSheetErrors,
  ...applicationErrors,
  ...handOverErrors,
  ...viewingErrors,
  ...inviteErrors,
  ...programErrors,
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
  ...auditErrors,
  ...operationErrors,
  ...archiveErrors,
  ...erasureErrors,
  ...courseMapErrors,
  ...messagingErrors,
  ...outboxErrors,
  ...webhookErrors,
  ...smsBlacklistErrors,
  ...businessCardErrors,
  ...guideErrors,
  ...approvalCategoryErrors,
  ...ownerSourceErrors,
  ...leadSourceErrors,
  ...openLeadErrors,
  ...goalErrors,
  ...toDoErrors,
  ...dutyErrors,
  ...workbenchErrors,
  ...approvalErrors,
  ...printErrors,
};
