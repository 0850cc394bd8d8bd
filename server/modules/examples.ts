import { approvalExamples } from '#server/approval/examples.ts';
import { departmentExamples } from '#server/modules/admin/department/examples.ts';
import { handOverExamples } from '#server/modules/admin/hand-over/examples.ts';
import { inviteExamples } from '#server/modules/admin/invite/examples.ts';
import { programExamples } from '#server/modules/admin/programs/examples.ts';
import { viewingExamples } from '#server/modules/admin/viewing/examples.ts';
import { menuExamples } from '#server/modules/admin/menu/examples.ts';
import { auditExamples } from '#server/modules/admin/audit/examples.ts';
import { erasureExamples } from '#server/modules/admin/erasure/examples.ts';
import { archiveExamples } from '#server/modules/admin/archive/examples.ts';
import { systemExamples } from '#server/modules/admin/operation/examples.ts';
import { jobExamples } from '#server/modules/admin/job/examples.ts';
import { placeExamples } from '#server/modules/admin/place/examples.ts';
import { projectRoleExamples } from '#server/modules/admin/project-role/examples.ts';
import { roleExamples } from '#server/modules/admin/role/examples.ts';
import { systemConfigExamples } from '#server/modules/admin/system-config/examples.ts';
import { webhookExamples } from '#server/modules/admin/webhooks/examples.ts';
import { userExamples } from '#server/modules/admin/user/examples.ts';
import { personExamples } from '#server/modules/auth/person/examples.ts';
import { sessionExamples } from '#server/modules/auth/session/examples.ts';
import { setupExamples } from '#server/modules/auth/setup/examples.ts';
import { arrearsExamples } from '#server/modules/crm/arrears/examples.ts';
import { contactsExamples } from '#server/modules/crm/contacts/examples.ts';
import { customerExamples } from '#server/modules/crm/customers/examples.ts';
import { poolExamples } from '#server/modules/crm/customers/pool/examples.ts';
import { dutyExamples } from '#server/modules/crm/duty/examples.ts';
import { enterpriseExamples } from '#server/modules/crm/enterprise/examples.ts';
import { leadsExamples } from '#server/modules/crm/leads/examples.ts';
import { opportunityExamples } from '#server/modules/crm/opportunities/examples.ts';
import { goalExamples } from '#server/modules/crm/goals/examples.ts';
import { ledgerExamples } from '#server/modules/crm/ledger/examples.ts';
import { invoiceExamples } from '#server/modules/crm/invoices/examples.ts';
import { planExamples } from '#server/modules/crm/plans/examples.ts';
import { contractExamples } from '#server/modules/crm/contracts/examples.ts';
import { productExamples } from '#server/modules/crm/products/examples.ts';
import { receivableExamples } from '#server/modules/crm/receivables/examples.ts';
import { shipmentExamples } from '#server/modules/crm/shipments/examples.ts';
import { searchExamples } from '#server/modules/crm/search/examples.ts';
import { orderLogExamples } from '#server/modules/crm/order-log/examples.ts';
import { messagingExamples } from '#server/modules/crm/messaging-services/examples.ts';
import { courseMapExamples } from '#server/modules/crm/course-map/examples.ts';
import { businessCardExamples } from '#server/modules/crm/business-cards/examples.ts';
import { guideExamples } from '#server/modules/crm/operation-guide/examples.ts';
import { approvalCategoryExamples } from '#server/modules/oa/approval-categories/examples.ts';
import { leadSourceExamples } from '#server/modules/crm/lead-sources/examples.ts';
import { ownerSourceExamples } from '#server/modules/crm/owner-source/examples.ts';
import { staffSheetExamples } from '#server/modules/admin/staff-sheets/examples.ts';
import { smsBlacklistExamples } from '#server/modules/crm/sms-blacklist/examples.ts';
import { workbenchExamples } from '#server/modules/crm/workbench/examples.ts';
import type { Examples } from '#server/route-table/table.ts';

/** The one list of what modules bring for the tests that are made from the route table. */
export const moduleExamples: Examples = {
  ...sessionExamples,
  ...setupExamples,
  ...personExamples,
  ...departmentExamples,
  ...systemConfigExamples,
  ...userExamples,
  ...handOverExamples,
  ...inviteExamples,
  ...programExamples,
  ...viewingExamples,
  ...auditExamples,
  ...archiveExamples,
  ...erasureExamples,
  ...systemExamples,
  ...webhookExamples,
  ...jobExamples,
  ...menuExamples,
  ...roleExamples,
  ...projectRoleExamples,
  ...placeExamples,
  ...leadsExamples,
  ...customerExamples,
  ...poolExamples,
  ...contactsExamples,
  ...opportunityExamples,
  ...contractExamples,
  ...productExamples,
  ...planExamples,
  ...receivableExamples,
  ...invoiceExamples,
  ...shipmentExamples,
  ...arrearsExamples,
  ...ledgerExamples,
  ...goalExamples,
  ...enterpriseExamples,
  ...dutyExamples,
  ...courseMapExamples,
  ...messagingExamples,
  ...orderLogExamples,
  ...ownerSourceExamples,
  ...staffSheetExamples,
  ...leadSourceExamples,
  ...smsBlacklistExamples,
  ...businessCardExamples,
  ...guideExamples,
  ...approvalCategoryExamples,
  ...searchExamples,
  ...workbenchExamples,
  ...approvalExamples,
};
