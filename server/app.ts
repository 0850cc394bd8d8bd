import '#server/registrations.ts';
import type { FastifyInstance } from 'fastify';
import { departmentRoutes } from '#server/modules/admin/department/routes.ts';
import { helpVideoRoutes } from '#server/modules/admin/system-config/help-video.ts';
import { applicationRoutes } from '#server/modules/admin/system-config/applications.ts';
import { companySettingRoutes } from '#server/modules/admin/system-config/company-settings.ts';
import { systemConfigRoutes } from '#server/modules/admin/system-config/routes.ts';
import { handOverRoutes } from '#server/modules/admin/hand-over/routes.ts';
import { defineHandOverJobs } from '#server/modules/admin/hand-over/run.ts';
import { inviteRoutes } from '#server/modules/admin/invite/routes.ts';
import { mayLetAct } from '#server/modules/admin/programs/abilities.ts';
import { programRoutes } from '#server/modules/admin/programs/routes.ts';
import { viewingRoutes } from '#server/modules/admin/viewing/routes.ts';
import { userRoutes } from '#server/modules/admin/user/routes.ts';
import { rightsRequestRoutes } from '#server/modules/admin/request/routes.ts';
import { rightsToDo } from '#server/modules/admin/request/to-do.ts';
import { placeRoutes } from '#server/modules/admin/place/routes.ts';
import { placeSearchOf } from '#server/modules/admin/place/search.ts';
import { projectRoleRoutes } from '#server/modules/admin/project-role/routes.ts';
import { roleRoutes } from '#server/modules/admin/role/routes.ts';
import { auditRoutes } from '#server/modules/admin/audit/routes.ts';
import { defineArchiveJob } from '#server/modules/admin/archive/job.ts';
import { erasureRoutes } from '#server/modules/admin/erasure/routes.ts';
import { archiveRoutes } from '#server/modules/admin/archive/routes.ts';
import { defineTrialJob } from '#server/modules/admin/operation/backups.ts';
import { systemRoutes } from '#server/modules/admin/operation/routes.ts';
import { jobRoutes } from '#server/modules/admin/job/routes.ts';
import { menuRoutes } from '#server/modules/admin/menu/routes.ts';
import { webhookRoutes } from '#server/modules/admin/webhooks/routes.ts';
import { fileRoutes } from '#server/modules/admin/file/routes.ts';
import { deviceRoutes } from '#server/modules/auth/device/routes.ts';
import { personRoutes } from '#server/modules/auth/person/routes.ts';
import { sessionRoutes } from '#server/modules/auth/session/routes.ts';
import { setupRoutes } from '#server/modules/auth/setup/routes.ts';
import { poolRoutes } from '#server/modules/crm/customers/pool/routes.ts';
import { customerSettingRoutes } from '#server/modules/crm/customers/pool/setting-routes.ts';
import { definePoolJob } from '#server/modules/crm/customers/pool/job.ts';
import { contactsRoutes } from '#server/modules/crm/contacts/routes.ts';
import { customerRoutes } from '#server/modules/crm/customers/routes.ts';
import { courseMapRoutes } from '#server/modules/crm/course-map/routes.ts';
import { businessCardRoutes } from '#server/modules/crm/business-cards/routes.ts';
import { guideReaderRoutes } from '#server/modules/crm/operation-guide/reader-routes.ts';
import { guideRoutes } from '#server/modules/crm/operation-guide/routes.ts';
import { approvalCategoryRoutes } from '#server/modules/oa/approval-categories/routes.ts';
import { orderLogRoutes } from '#server/modules/crm/order-log/routes.ts';
import { messagingRoutes } from '#server/modules/crm/messaging-services/routes.ts';
import { ownerSourceRoutes } from '#server/modules/crm/owner-source/routes.ts';
import { staffSheetRoutes } from '#server/modules/admin/staff-sheets/routes.ts';
import { smsBlacklistRoutes } from '#server/modules/crm/sms-blacklist/routes.ts';
import { stageGroupRoutes } from '#server/modules/crm/opportunities/group-routes.ts';
import { opportunityToDo } from '#server/modules/crm/opportunities/to-do.ts';
import { opportunityRoutes } from '#server/modules/crm/opportunities/routes.ts';
import { contractRoutes } from '#server/modules/crm/contracts/routes.ts';
import { contractToDo } from '#server/modules/crm/contracts/expiry.ts';
import { planRoutes } from '#server/modules/crm/plans/routes.ts';
import { planToDo } from '#server/modules/crm/plans/to-do.ts';
import { receivableRoutes } from '#server/modules/crm/receivables/routes.ts';
import { bankRoutes } from '#server/modules/crm/receivables/bank/bank-routes.ts';
import { invoiceRoutes } from '#server/modules/crm/invoices/routes.ts';
import { shipmentRoutes } from '#server/modules/crm/shipments/routes.ts';
import { shipmentToDo } from '#server/modules/crm/shipments/to-do.ts';
import { arrearsRoutes } from '#server/modules/crm/arrears/routes.ts';
import { goalRoutes } from '#server/modules/crm/goals/routes.ts';
import { ledgerRoutes } from '#server/modules/crm/ledger/routes.ts';
import { productRoutes } from '#server/modules/crm/products/routes.ts';
import { leadsRoutes } from '#server/modules/crm/leads/routes.ts';
import { leadSourceRoutes } from '#server/modules/crm/lead-sources/routes.ts';
import { leadsToDo } from '#server/modules/crm/leads/to-do.ts';
import { customerToDo } from '#server/modules/crm/customers/to-do.ts';
import { approvalsToDo } from '#server/modules/crm/to-do/approvals.ts';
import { toDoRoutes } from '#server/modules/crm/to-do/routes.ts';
import { performanceRoutes } from '#server/modules/crm/performance/routes.ts';
import { workbenchRoutes } from '#server/modules/crm/workbench/routes.ts';
import { dutyRoutes } from '#server/modules/crm/duty/routes.ts';
import { enterpriseRoutes } from '#server/modules/crm/enterprise/routes.ts';
import { enterpriseSearchOf } from '#server/modules/crm/enterprise/search.ts';
import { firstStepsRoutes } from '#server/modules/crm/first-steps/routes.ts';
import { searchRoutes } from '#server/modules/crm/search/routes.ts';
import { flowRoutes } from './approval/flows/flow-routes.ts';
import { defineApprovalJob } from './approval/job.ts';
import { approvalRoutes } from './approval/routes.ts';
import { approvedTypeNames } from './approval/subjects.ts';
import { messageRoutes } from '#server/messages/routes.ts';
import { openRights } from '#server/platform/access/rights.ts';
import type { Config } from '#server/platform/config.ts';
import type { Reserve } from '#server/platform/database/embedded/disk-space.ts';
import { openPool } from '#server/platform/database/pool.ts';
import { openLocalStore } from '#server/platform/files/file-store.ts';
import { defineNightJobs } from '#server/night-jobs.ts';
import { openDiskGuard } from '#server/platform/http/disk-guard.ts';
import { openRateLimiter } from '#server/platform/http/admission/rate.ts';
import type { Route } from '#server/platform/http/route.ts';
import { buildServer } from '#server/platform/http/server.ts';
import { defineOutbox } from '#server/platform/outbox/deliver.ts';
import { openJobs } from '#server/platform/jobs/jobs.ts';
import type { Log } from '#server/platform/log/log.ts';
import { openLive, type Live } from '#server/platform/push/live.ts';
import { openPush } from '#server/platform/push/push.ts';
import { pushRoutes } from '#server/platform/push/routes.ts';
import type { Services } from '#server/platform/services.ts';
import { openGate } from '#server/platform/session/gate.ts';
import { openOriginCheck } from '#server/platform/session/origin.ts';
import { fieldRoutes } from '#server/record/fields/routes.ts';
import { uniqueRuleRoutes } from '#server/record/unique-rules/routes.ts';
import { printRoutes } from '#server/record/printing/routes.ts';
import { defineFieldJobs } from '#server/record/form-life/destroy.ts';
import { formLifeRoutes } from '#server/record/form-life/routes.ts';
import { sequenceRoutes } from '#server/record/sequences/routes.ts';
import { mentionRoutes } from '#server/record/follow-ups/routes.ts';
import { importRoutes } from '#server/record/import/routes.ts';
import { defineIndexJob } from '#server/record/field-indexes/job.ts';
import { defineRecomputeJob } from '#server/record/formula/recompute.ts';
import { defineImportJobs } from '#server/record/import/jobs.ts';
import { operationRoutes } from '#server/record/actions/routes.ts';
import { settingChangeRoutes } from '#server/platform/setting-changes/routes.ts';
import { openApiRoutes } from '#server/openapi/routes.ts';
import { explainRoutes } from '#server/record/explain/routes.ts';
import { sceneRoutes } from '#server/record/scenes/routes.ts';
import { recordModules } from '#server/record/registry.ts';
import { setCompanyTimeZone } from '#shared/record/time.ts';
import { sessionCalls } from '#shared/auth/session-calls.ts';
import { join } from 'node:path';

/** Every route of the product: the route table that documents and generated tests are made from. */
const routesOf = (services: Services, canBackUp: boolean, reserve: Reserve | undefined): Route[] => [
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
  ...handOverRoutes(services),
  ...inviteRoutes(services),
  ...viewingRoutes(services),
  ...programRoutes(services),
  ...placeRoutes(placeSearchOf(services)),
  ...roleRoutes(services),
  ...projectRoleRoutes(services),
  ...rightsRequestRoutes(services),
  ...menuRoutes(),
  ...jobRoutes(services),
  ...auditRoutes(services),
  ...systemRoutes(services, canBackUp),
  ...archiveRoutes(services, reserve),
  ...erasureRoutes(services),
  ...webhookRoutes(services),
  ...fileRoutes(services),
  ...pushRoutes(services),
  ...fieldRoutes(services),
  ...uniqueRuleRoutes(),
  ...formLifeRoutes(services),
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
  ...performanceRoutes(),
  ...enterpriseRoutes(services, enterpriseSearchOf(services)),
  ...poolRoutes(services),
  ...searchRoutes(),
  ...firstStepsRoutes(),
  ...dutyRoutes(),
  ...customerSettingRoutes(),
  ...ownerSourceRoutes(),
  ...staffSheetRoutes(services),
  ...leadSourceRoutes(services),
  ...smsBlacklistRoutes(services),
  ...courseMapRoutes(),
  ...messagingRoutes(services),
  ...orderLogRoutes(services),
  ...businessCardRoutes(services),
  ...guideRoutes(),
  ...guideReaderRoutes(),
  ...approvalCategoryRoutes(),
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
  if (subjects.includes('approval')) approvedTypeNames().forEach(live.touch);
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
  /** Address of the owner role, for the nightly backup and indexes of fields; none are made without it. */
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
    gate: openGate(pool, rights, mayLetAct),
    files: openLocalStore(join(config.dataDir, 'files')),
    jobs: openJobs({ url: databaseUrl, log, timeZone: config.companyTimeZone }),
    push: openPush({ url: databaseUrl, db: pool.db, log }),
    live: openLive(pool.db, log),
  };
  defineImportJobs(services);
  defineHandOverJobs(services);
  defineRecomputeJob(services);
  defineIndexJob(services, ownerUrl);
  defineFieldJobs(services);
  definePoolJob(services);
  defineApprovalJob(services);
  defineOutbox(services);
  const guard = openDiskGuard({
    folders: [config.dataDir, ...(clusterFolder === undefined ? [] : [clusterFolder])],
    log,
    ...(reserve ? { reserve } : {}),
  });
  defineNightJobs(services, { ownerUrl, reserve });
  defineTrialJob(services);
  defineArchiveJob(services, { reserve });
  const routes: Route[] = [
    ...routesOf(services, ownerUrl !== undefined, reserve),
    ...openApiRoutes(() => routes),
    ...(furtherRoutes?.(services) ?? []),
  ];
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
