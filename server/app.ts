import type { FastifyInstance } from 'fastify';
import { departmentRoutes } from '#server/modules/admin/department/routes.ts';
import { helpVideoRoutes, helpVideos } from '#server/modules/admin/system-config/help-video.ts';
import { applicationKind, applicationRoutes } from '#server/modules/admin/system-config/applications.ts';
import { companySettingKinds, companySettingRoutes } from '#server/modules/admin/system-config/company-settings.ts';
import { companyIdentity, systemConfigRoutes } from '#server/modules/admin/system-config/routes.ts';
import { userRoutes } from '#server/modules/admin/user/routes.ts';
import { rightsRequestRoutes } from '#server/modules/admin/request/routes.ts';
import { rightsToDo } from '#server/modules/admin/request/to-do.ts';
import { placeRoutes } from '#server/modules/admin/place/routes.ts';
import { placeSearchOf } from '#server/modules/admin/place/search.ts';
import { roleKind, rolePeopleKind } from '#server/modules/admin/role/setting-kinds.ts';
import { roleRoutes } from '#server/modules/admin/role/routes.ts';
import { jobRoutes } from '#server/modules/admin/job/routes.ts';
import { menuRoutes } from '#server/modules/admin/menu/routes.ts';
import { fileRoutes } from '#server/modules/admin/file/routes.ts';
import { deviceRoutes } from '#server/modules/auth/device/routes.ts';
import { personRoutes } from '#server/modules/auth/person/routes.ts';
import { sessionRoutes } from '#server/modules/auth/session/routes.ts';
import { setupRoutes } from '#server/modules/auth/setup/routes.ts';
import { customerMessages } from '#server/modules/crm/customers/messages.ts';
import { customerRules } from '#server/modules/crm/customers/rules.ts';
import { poolRoutes } from '#server/modules/crm/customers/pool/routes.ts';
import { customerSettingRoutes } from '#server/modules/crm/customers/pool/setting-routes.ts';
import { limitKinds } from '#server/modules/crm/customers/pool/limit-rules.ts';
import { poolRulesKind } from '#server/modules/crm/customers/pool/rules.ts';
import { definePoolJob } from '#server/modules/crm/customers/pool/job.ts';
import { contactsRoutes } from '#server/modules/crm/contacts/routes.ts';
import { contactsRules } from '#server/modules/crm/contacts/rules.ts';
import { customerRoutes } from '#server/modules/crm/customers/routes.ts';
import { courseMapRoutes } from '#server/modules/crm/course-map/routes.ts';
import { courseMapKind } from '#server/modules/crm/course-map/setting-kind.ts';
import { businessCardRoutes } from '#server/modules/crm/business-cards/routes.ts';
import { businessCardKind } from '#server/modules/crm/business-cards/setting-kind.ts';
import { joinAdvisers } from '#server/modules/crm/owner-source/api.ts';
import { ownerSourceRoutes } from '#server/modules/crm/owner-source/routes.ts';
import { ownerSourceKind } from '#server/modules/crm/owner-source/setting-kind.ts';
import { smsBlacklistRoutes } from '#server/modules/crm/sms-blacklist/routes.ts';
import { blacklistKind } from '#server/modules/crm/sms-blacklist/setting-kind.ts';
import { contractMessages } from '#server/modules/crm/contracts/messages.ts';
import { opportunityMessages } from '#server/modules/crm/opportunities/messages.ts';
import { receivableMessages } from '#server/modules/crm/receivables/messages.ts';
import { stageGroupRoutes } from '#server/modules/crm/opportunities/group-routes.ts';
import { opportunityToDo } from '#server/modules/crm/opportunities/to-do.ts';
import { opportunityRoutes } from '#server/modules/crm/opportunities/routes.ts';
import { opportunityRules } from '#server/modules/crm/opportunities/rules.ts';
import { keepMoneyIn } from '#server/modules/crm/contracts/money.ts';
import {
  contractDiscarded,
  contractPassed,
  contractTakenBack,
  figuresOfPassing,
  moneyOfContracts,
} from '#server/modules/crm/ledger/api.ts';
import { contractRoutes } from '#server/modules/crm/contracts/routes.ts';
import { contractApprovals } from '#server/modules/crm/contracts/approval.ts';
import { contractToDo, expiryKind } from '#server/modules/crm/contracts/expiry.ts';
import { contractRules } from '#server/modules/crm/contracts/rules.ts';
import { planRoutes } from '#server/modules/crm/plans/routes.ts';
import { planToDo } from '#server/modules/crm/plans/to-do.ts';
import { planRules } from '#server/modules/crm/plans/rules.ts';
import { receivableRoutes } from '#server/modules/crm/receivables/routes.ts';
import { receivableApproval } from '#server/modules/crm/receivables/approval.ts';
import { bankRoutes } from '#server/modules/crm/receivables/bank/bank-routes.ts';
import { receivableRules } from '#server/modules/crm/receivables/rules.ts';
import { invoiceApprovals } from '#server/modules/crm/invoices/approval.ts';
import { invoiceRoutes } from '#server/modules/crm/invoices/routes.ts';
import { invoiceRules } from '#server/modules/crm/invoices/rules.ts';
import { shipmentRoutes } from '#server/modules/crm/shipments/routes.ts';
import { shipmentRules } from '#server/modules/crm/shipments/rules.ts';
import { shipmentToDo } from '#server/modules/crm/shipments/to-do.ts';
import { arrearsRoutes } from '#server/modules/crm/arrears/routes.ts';
import { goalKind } from '#server/modules/crm/goals/goal-kind.ts';
import { goalRoutes } from '#server/modules/crm/goals/routes.ts';
import { ledgerRoutes } from '#server/modules/crm/ledger/routes.ts';
import { productRoutes } from '#server/modules/crm/products/routes.ts';
import { productRules } from '#server/modules/crm/products/rules.ts';
import { leadsRoutes } from '#server/modules/crm/leads/routes.ts';
import { leadsRules } from '#server/modules/crm/leads/rules.ts';
import { leadsToDo } from '#server/modules/crm/leads/to-do.ts';
import { customerToDo } from '#server/modules/crm/customers/to-do.ts';
import { approvalsToDo } from '#server/modules/crm/to-do/approvals.ts';
import { toDoRoutes } from '#server/modules/crm/to-do/routes.ts';
import { workbenchRoutes } from '#server/modules/crm/workbench/routes.ts';
import { dutyKind } from '#server/modules/crm/duty/plan.ts';
import { dutyRoutes } from '#server/modules/crm/duty/routes.ts';
import { enterpriseRoutes } from '#server/modules/crm/enterprise/routes.ts';
import { enterpriseSearchOf } from '#server/modules/crm/enterprise/search.ts';
import { firstStepsRoutes } from '#server/modules/crm/first-steps/routes.ts';
import { searchRoutes } from '#server/modules/crm/search/routes.ts';
import { flowRoutes } from './approval/flows/flow-routes.ts';
import { defineApprovalJob } from './approval/job.ts';
import { approvalRoutes } from './approval/routes.ts';
import { approvalSubjects, registerApprovals } from './approval/subjects.ts';
import { generalMessages } from '#server/messages/general-types.ts';
import { listenToApprovals } from '#server/messages/approval-messages.ts';
import { listenToRecords } from '#server/messages/record-messages.ts';
import { registerMessages } from '#server/messages/message-type.ts';
import { messageRoutes } from '#server/messages/routes.ts';
import { openRights } from '#server/platform/access/rights.ts';
import type { Config } from '#server/platform/config.ts';
import type { Reserve } from '#server/platform/database/embedded/disk-space.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLocalStore } from '#server/platform/files/file-store.ts';
import { defineNightJobs } from '#server/night-jobs.ts';
import { recordAccessBy } from '#server/platform/files/record-access.ts';
import { openDiskGuard } from '#server/platform/http/disk-guard.ts';
import { openRateLimiter } from '#server/platform/http/admission/rate.ts';
import type { Route } from '#server/platform/http/route.ts';
import { buildServer } from '#server/platform/http/server.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import { openLive, type Live } from '#server/platform/push/live.ts';
import { openPush } from '#server/platform/push/push.ts';
import { pushRoutes } from '#server/platform/push/routes.ts';
import type { Services } from '#server/platform/services.ts';
import { openGate } from '#server/platform/session/gate.ts';
import { openOriginCheck } from '#server/platform/session/origin.ts';
import { fieldRoutes } from '#server/record/fields/routes.ts';
import { printRoutes } from '#server/record/printing/routes.ts';
import { sequenceKind } from '#server/record/sequences/sequence-kind.ts';
import { sequenceRoutes } from '#server/record/sequences/routes.ts';
import { mayReach } from '#server/record/access/reach.ts';
import { mentionRoutes } from '#server/record/follow-ups/routes.ts';
import { importRoutes } from '#server/record/import/routes.ts';
import { defineRecomputeJob } from '#server/record/formula/recompute.ts';
import { defineImportJobs } from '#server/record/import/jobs.ts';
import { operationRoutes } from '#server/record/actions/routes.ts';
import { treeKinds } from '#server/record/trees/tree-kinds.ts';
import { reasonsKind, stageGroupKind } from '#server/modules/crm/opportunities/setting-kinds.ts';
import { productCategories } from '#shared/crm/products/product-type.ts';
import { followUpKinds } from '#server/record/follow-ups/kinds.ts';
import { duplicateSwitches } from '#server/record/query/duplicate-switch.ts';
import { registerSettingKinds } from '#server/platform/setting-changes/setting-kind.ts';
import { settingChangeRoutes } from '#server/platform/setting-changes/routes.ts';
import { explainRoutes } from '#server/record/explain/routes.ts';
import { sceneRoutes } from '#server/record/scenes/routes.ts';
import { recordModules, registerRecordType, type Rules } from '#server/record/registry.ts';
import { setCompanyTimeZone } from '#shared/record/time.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import { recordTypes, type ProductType } from '#shared/record-types.ts';
import { join } from 'node:path';

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
registerSettingKinds([
  roleKind,
  rolePeopleKind,
  companyIdentity,
  ...companySettingKinds,
  applicationKind,
  poolRulesKind,
  duplicateSwitches,
  followUpKinds,
  expiryKind,
  ...limitKinds,
  stageGroupKind,
  reasonsKind,
  ...treeKinds(productCategories),
  sequenceKind,
  helpVideos,
  dutyKind,
  blacklistKind,
  businessCardKind,
  ownerSourceKind,
  courseMapKind,
  goalKind,
]);
// each module declares the messages that it sends
registerMessages([
  ...generalMessages,
  ...customerMessages,
  ...opportunityMessages,
  ...contractMessages,
  ...receivableMessages,
]);
listenToApprovals();
listenToRecords();

/** Every route of the product: the route table that documents and generated tests are made from. */
const routesOf = (services: Services): Route[] => [
  ...sessionRoutes(services),
  ...setupRoutes(),
  ...personRoutes(services),
  ...deviceRoutes(),
  ...departmentRoutes(),
  ...systemConfigRoutes(services),
  ...companySettingRoutes(services),
  ...applicationRoutes(),
  ...helpVideoRoutes(),
  ...settingChangeRoutes(),
  ...userRoutes(services),
  ...placeRoutes(placeSearchOf(services)),
  ...roleRoutes(services),
  ...rightsRequestRoutes(services),
  ...menuRoutes(),
  ...jobRoutes(services),
  ...fileRoutes(services),
  ...pushRoutes(services),
  ...fieldRoutes(services),
  ...sequenceRoutes(),
  ...printRoutes(services),
  ...importRoutes(services),
  ...operationRoutes(),
  ...sceneRoutes(),
  ...flowRoutes(),
  ...approvalRoutes(),
  ...messageRoutes(),
  ...explainRoutes(services),
  ...mentionRoutes(services),
  ...leadsRoutes(services),
  ...customerRoutes(services),
  ...contactsRoutes(services),
  ...opportunityRoutes(services),
  ...stageGroupRoutes(),
  ...contractRoutes(services),
  ...receivableRoutes(services),
  ...planRoutes(services),
  ...invoiceRoutes(services),
  ...shipmentRoutes(services),
  ...productRoutes(services),
  ...arrearsRoutes(services),
  ...ledgerRoutes(services),
  ...bankRoutes(),
  ...goalRoutes(),
  ...workbenchRoutes(),
  ...enterpriseRoutes(services, enterpriseSearchOf(services)),
  ...poolRoutes(services),
  ...searchRoutes(),
  ...firstStepsRoutes(),
  ...dutyRoutes(),
  ...customerSettingRoutes(),
  ...ownerSourceRoutes(),
  ...smsBlacklistRoutes(services),
  ...courseMapRoutes(),
  ...businessCardRoutes(services),
  ...toDoRoutes(
    [leadsToDo, customerToDo, approvalsToDo, opportunityToDo, contractToDo, planToDo, shipmentToDo],
    [rightsToDo],
  ),
];

/** A write names what it changes in its ids; taking an act back may change any kind. */
function announce(live: Live, subjects: readonly string[]): void {
  const kinds = recordModules().map(({ type }) => type.name);
  for (const kind of kinds) if (subjects.includes(kind) || subjects.includes('operation')) live.touch(kind);
  // a decision names the approval, whatever its document is
  if (subjects.includes('approval')) for (const { type } of approvalSubjects()) live.touch(type.name);
}

export interface Application {
  readonly app: FastifyInstance;
  readonly services: Services;
  readonly routes: readonly Route[];
  /** Ends streams, requests, jobs and connections, in this order (security D15). */
  readonly close: () => Promise<void>;
}

export interface ApplicationOptions {
  readonly config: Config;
  readonly log: Log;
  /** Address of the application role. */
  readonly databaseUrl: string;
  /** Address of the owner role, for the nightly backup; none is made without it. */
  readonly ownerUrl?: string;
  /** Folder of the embedded database, when that is not below DATA_DIR. */
  readonly clusterFolder?: string;
  /** Space that writes leave free, as usual unless given. */
  readonly reserve?: Reserve;
  /** Multiplies the rate limits; tests ask faster than people. */
  readonly rateFactor?: number;
  /** Routes beside the product's own, such as those of a record type that only a test has. */
  readonly furtherRoutes?: (services: Services) => readonly Route[];
}

/**
 * Whether a call needs space here. Sessions go on when there is none, so that people can read and an administrator gets
 * in; with a database elsewhere only uploads fill our disk.
 */
function fillsDisk({ effect, access, path, upload }: Route['endpoint'], config: Config): boolean {
  if (config.databaseUrl !== undefined) return upload !== undefined;
  return effect !== 'read' && access !== 'public' && path !== sessionCalls.logout.path;
}

/** Puts the server together; nothing listens and no job runs yet. */
export async function openApplication(options: ApplicationOptions): Promise<Application> {
  const { config, log, databaseUrl, ownerUrl, clusterFolder, reserve, rateFactor, furtherRoutes } = options;
  setCompanyTimeZone(config.companyTimeZone);
  const pool = openPool({ url: databaseUrl, timeZone: config.companyTimeZone, max: 20, statementTimeout: 12_000, log });
  const rights = openRights();
  const services: Services = {
    config,
    log,
    pool,
    rights,
    gate: openGate(pool, rights),
    files: openLocalStore(join(config.dataDir, 'files')),
    jobs: openJobs({ url: databaseUrl, log, timeZone: config.companyTimeZone }),
    push: openPush({ url: databaseUrl, db: pool.db, log }),
    live: openLive(pool.db, log),
  };
  defineImportJobs(services);
  defineRecomputeJob(services);
  definePoolJob(services);
  defineApprovalJob(services);
  const guard = openDiskGuard({
    folders: [config.dataDir, ...(clusterFolder === undefined ? [] : [clusterFolder])],
    log,
    ...(reserve ? { reserve } : {}),
  });
  defineNightJobs(services, { ownerUrl, reserve });
  const routes = [...routesOf(services), ...(furtherRoutes?.(services) ?? [])];
  const origin = openOriginCheck({ publicUrl: config.publicUrl });
  const app = await buildServer({
    pool,
    log,
    routes,
    authenticate: services.gate.authenticate,
    tokens: services.gate.tokens,
    standingOf: services.gate.standingOf,
    checkOrigin: origin.checkOrigin,
    rate: openRateLimiter(Date.now, rateFactor),
    admissionFactor: rateFactor,
    requireSpace: async (endpoint) => {
      if (fillsDisk(endpoint, config)) await guard.requireSpace();
    },
    onWritten: ({ ids }) => announce(services.live, Object.values(ids)),
    uploadFolder: join(config.dataDir, 'uploads'),
    trustProxy: config.trustProxy,
    secureUrl: config.publicUrl?.startsWith('https:') ?? false,
  });
  return {
    app,
    services,
    routes,
    close: async () => {
      await services.push.stop();
      await Promise.all([app.close(), services.jobs.stop(15)]);
      // what the last requests and jobs have changed is for pages that other processes serve
      await services.live.stop();
      await pool.close();
    },
  };
}
