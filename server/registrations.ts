// What modules tell the engine, the approvals, the settings and the messages, once for a process.
import { helpVideos } from '#server/modules/admin/system-config/help-video.ts';
import { applicationKind } from '#server/modules/admin/system-config/applications.ts';
import { companySettingKinds } from '#server/modules/admin/system-config/company-settings.ts';
import { companyIdentity } from '#server/modules/admin/system-config/routes.ts';
import { departmentKind } from '#server/modules/admin/department/setting-kind.ts';
import { personKind } from '#server/modules/admin/user/setting-kind.ts';
import { reportsHolding } from '#server/modules/admin/user/reports-holding.ts';
import { projectRoleKind } from '#server/modules/admin/project-role/setting-kind.ts';
import { applicationTraces } from '#server/modules/admin/invite/person-traces.ts';
import { requestTraces } from '#server/modules/admin/request/person-traces.ts';
import { staffSheetTraces } from '#server/modules/admin/staff-sheets/person-traces.ts';
import { roleKind, rolePeopleKind } from '#server/modules/admin/role/setting-kinds.ts';
import { listenToEvents } from '#server/modules/admin/webhooks/record-events.ts';
import { webhookKind } from '#server/modules/admin/webhooks/setting-kind.ts';
import { webhookTargets } from '#server/modules/admin/webhooks/target.ts';
import { customerMessages } from '#server/modules/crm/customers/messages.ts';
import { customerRules } from '#server/modules/crm/customers/rules.ts';
import { limitKinds } from '#server/modules/crm/customers/pool/limit-rules.ts';
import { poolRulesKind } from '#server/modules/crm/customers/pool/rules.ts';
import { poolRuleUses } from '#server/modules/crm/customers/pool-scope/field-uses.ts';
import { contactsRules } from '#server/modules/crm/contacts/rules.ts';
import { courseMapKind } from '#server/modules/crm/course-map/setting-kind.ts';
import { cardTraces } from '#server/modules/crm/business-cards/person-traces.ts';
import { businessCardKind } from '#server/modules/crm/business-cards/setting-kind.ts';
import { guideItemKind } from '#server/modules/crm/operation-guide/setting-kind.ts';
import { categoryForms } from '#server/modules/oa/approval-categories/older-forms.ts';
import { approvalCategoryKind } from '#server/modules/oa/approval-categories/setting-kind.ts';
import { listenToContracts, orderTarget, schoolService } from '#server/modules/crm/order-log/order-target.ts';
import { channelKind } from '#server/modules/crm/messaging-services/channel-settings.ts';
import { channelTargets } from '#server/modules/crm/messaging-services/channel-targets.ts';
import { listenToMessages } from '#server/modules/crm/messaging-services/leaving-messages.ts';
import { registryService } from '#server/modules/crm/messaging-services/registry-setting.ts';
import { joinAdvisers } from '#server/modules/crm/owner-source/api.ts';
import { ownerSourceUses } from '#server/modules/crm/owner-source/field-uses.ts';
import { ownerSourceKind } from '#server/modules/crm/owner-source/setting-kind.ts';
import { refusedMessages } from '#server/modules/crm/sms-blacklist/person-traces.ts';
import { blacklistKind } from '#server/modules/crm/sms-blacklist/setting-kind.ts';
import { contractMessages } from '#server/modules/crm/contracts/messages.ts';
import { opportunityMessages } from '#server/modules/crm/opportunities/messages.ts';
import { receivableMessages } from '#server/modules/crm/receivables/messages.ts';
import { stageUses } from '#server/modules/crm/opportunities/field-uses.ts';
import { opportunityRules } from '#server/modules/crm/opportunities/rules.ts';
import { keepMoneyIn } from '#server/modules/crm/contracts/money.ts';
import {
  contractDiscarded,
  contractPassed,
  contractTakenBack,
  figuresOfPassing,
  moneyOfContracts,
} from '#server/modules/crm/ledger/api.ts';
import { contractApprovals } from '#server/modules/crm/contracts/approval.ts';
import { expiryKind } from '#server/modules/crm/contracts/expiry.ts';
import { contractRules } from '#server/modules/crm/contracts/rules.ts';
import { planRules } from '#server/modules/crm/plans/rules.ts';
import { receivableApproval } from '#server/modules/crm/receivables/approval.ts';
import { receivableRules } from '#server/modules/crm/receivables/rules.ts';
import { invoiceApprovals } from '#server/modules/crm/invoices/approval.ts';
import { invoiceRules } from '#server/modules/crm/invoices/rules.ts';
import { shipmentRules } from '#server/modules/crm/shipments/rules.ts';
import { goalKind } from '#server/modules/crm/goals/goal-kind.ts';
import { productRules } from '#server/modules/crm/products/rules.ts';
import { leadsRules } from '#server/modules/crm/leads/rules.ts';
import { leadSourceUses } from '#server/modules/crm/lead-sources/field-uses.ts';
import { inviteMessages } from '#server/modules/admin/invite/messages.ts';
import { programMessages } from '#server/modules/admin/programs/messages.ts';
import { leadSourceMessages } from '#server/modules/crm/lead-sources/messages.ts';
import { leadSourceKind } from '#server/modules/crm/lead-sources/setting-kind.ts';
import { dutyKind } from '#server/modules/crm/duty/plan.ts';
import { flowUses } from '#server/approval/flows/field-uses.ts';
import { calendarKind } from '#server/approval/flows/calendar.ts';
import { flowKind } from '#server/approval/flows/flow-kind.ts';
import { standInKind } from '#server/approval/flows/stand-ins.ts';
import { flowPlaces } from '#server/approval/hand-over/flow-places.ts';
import { openTasks } from '#server/approval/hand-over/open-tasks.ts';
import { registerApprovals } from '#server/approval/subjects.ts';
import { generalMessages } from '#server/messages/general-types.ts';
import { listenToApprovals } from '#server/messages/approval-messages.ts';
import { listenToRecords } from '#server/messages/record-messages.ts';
import { registerMessages } from '#server/messages/message-type.ts';
import { recordAccessBy } from '#server/platform/files/record-access.ts';
import { registerOutboxTargets } from '#server/platform/outbox/targets.ts';
import { registerFurtherForms } from '#server/record/form-life/further-forms.ts';
import { engineUses } from '#server/record/form-life/engine-uses.ts';
import { registerFieldUses } from '#server/record/form-life/uses.ts';
import { sequenceKind } from '#server/record/sequences/sequence-kind.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { treeKinds } from '#server/record/trees/tree-kinds.ts';
import { reasonsKind, stageGroupKind } from '#server/modules/crm/opportunities/setting-kinds.ts';
import { productCategories } from '#shared/crm/products/product-type.ts';
import { followUpKinds } from '#server/record/follow-ups/kinds.ts';
import { duplicateSwitches } from '#server/record/query/duplicate-switch.ts';
import { uniqueRuleKind } from '#server/record/unique-rules/setting-kind.ts';
import { registerSettingKinds } from '#server/platform/setting-changes/setting-kind.ts';
import { settingHoldings } from '#server/platform/setting-changes/people-in-settings.ts';
import { registerPersonTraces } from '#server/platform/erasure.ts';
import { registerHoldings } from '#server/platform/hand-over/holding.ts';
import { recordHoldings } from '#server/record/hand-over/records.ts';
import { sharedScenes } from '#server/record/hand-over/shared-scenes.ts';
import { teamHoldings } from '#server/record/hand-over/teams.ts';
import { registerRecordType, type Rules } from '#server/record/registry.ts';
import { recordTypes, type ProductType } from '#shared/record-types.ts';

/** What is special about each record type of the product. */
const rulesOf: Readonly<Record<ProductType['name'], Rules>> = {
  crm_leads: leadsRules,
  // customers know nothing of agents
  crm_customer: { ...customerRules, afterSave: joinAdvisers },
  crm_contacts: contactsRules,
  crm_business: opportunityRules,
  crm_contract: contractRules,
  crm_receivables: receivableRules,
  crm_receivables_plan: planRules,
  crm_receipt: invoiceRules,
  crm_express: shipmentRules,
  crm_product: productRules,
};
// the engine learns of them here
for (const type of recordTypes) registerRecordType(type, rulesOf[type.name]);
keepMoneyIn({
  passing: figuresOfPassing,
  passed: contractPassed,
  discarded: contractDiscarded,
  takenBack: contractTakenBack,
  of: moneyOfContracts,
});
registerApprovals(contractApprovals);
registerApprovals(receivableApproval);
registerApprovals(invoiceApprovals);
recordAccessBy(mayReach);
registerFurtherForms([categoryForms]);
// what fields are used by; where the uses are told of
registerFieldUses([...engineUses, flowUses, stageUses, leadSourceUses, ownerSourceUses, poolRuleUses]);
registerSettingKinds([
  roleKind,
  rolePeopleKind,
  projectRoleKind,
  departmentKind,
  personKind,
  flowKind,
  standInKind,
  calendarKind,
  companyIdentity,
  ...companySettingKinds,
  applicationKind,
  webhookKind,
  poolRulesKind,
  duplicateSwitches,
  followUpKinds,
  expiryKind,
  ...limitKinds,
  stageGroupKind,
  reasonsKind,
  ...treeKinds(productCategories),
  sequenceKind,
  uniqueRuleKind,
  helpVideos,
  dutyKind,
  blacklistKind,
  businessCardKind,
  guideItemKind,
  approvalCategoryKind,
  ownerSourceKind,
  leadSourceKind,
  courseMapKind,
  channelKind,
  registryService.kind,
  schoolService.kind,
  goalKind,
]);
// what people hold, in the order in which it is handed over
registerHoldings(() => [
  ...recordHoldings(),
  ...teamHoldings(),
  openTasks,
  flowPlaces,
  ...settingHoldings(),
  sharedScenes,
  reportsHolding,
]);
registerPersonTraces(staffSheetTraces, applicationTraces, requestTraces, cardTraces, refusedMessages);
// each module declares the messages that it sends
registerMessages([
  ...generalMessages,
  ...customerMessages,
  ...opportunityMessages,
  ...contractMessages,
  ...receivableMessages,
  ...leadSourceMessages,
  ...inviteMessages,
  ...programMessages,
]);
listenToApprovals();
listenToRecords();
listenToMessages();
listenToContracts();
listenToEvents();
registerOutboxTargets([...channelTargets, orderTarget, webhookTargets]);
