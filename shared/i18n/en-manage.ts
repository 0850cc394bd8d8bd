import { health } from '#shared/i18n/en/health.ts';
import { operation } from '#shared/i18n/en/operation.ts';
import { archive } from '#shared/i18n/en/archive.ts';
import { erasure } from '#shared/i18n/en/erasure.ts';
import { audit } from '#shared/i18n/en/audit.ts';
import { designer } from '#shared/i18n/en/designer.ts';
import { formLife } from '#shared/i18n/en/form-life.ts';
import { flowPages } from '#shared/i18n/en/flow-pages.ts';
import { manageHelp } from '#shared/i18n/en/manage-help.ts';
import { dutyPlan } from '#shared/i18n/en/duty-plan.ts';
import { company } from '#shared/i18n/en/company.ts';
import { orderLog } from '#shared/i18n/en/order-log.ts';
import { messaging } from '#shared/i18n/en/messaging.ts';
import { courseMap } from '#shared/i18n/en/course-map.ts';
import { businessCards } from '#shared/i18n/en/business-cards.ts';
import { operationGuide } from '#shared/i18n/en/operation-guide.ts';
import { approvalCategories } from '#shared/i18n/en/approval-categories.ts';
import { businessParameters } from '#shared/i18n/en/business-parameters.ts';
import { goals } from '#shared/i18n/en/goals.ts';
import { handOver } from '#shared/i18n/en/hand-over.ts';
import { invite } from '#shared/i18n/en/invite.ts';
import { poolRules } from '#shared/i18n/en/pool-rules.ts';
import { leadSources } from '#shared/i18n/en/lead-sources.ts';
import { orgChart } from '#shared/i18n/en/org-chart.ts';
import { ownerSource } from '#shared/i18n/en/owner-source.ts';
import { projectRoles } from '#shared/i18n/en/project-roles.ts';
import { roles } from '#shared/i18n/en/roles.ts';
import { settingFinds } from '#shared/i18n/en/setting-finds.ts';
import { settings } from '#shared/i18n/en/settings.ts';
import { smsBlacklist } from '#shared/i18n/en/sms-blacklist.ts';
import { staffSheets } from '#shared/i18n/en/staff-sheets.ts';
import { staff } from '#shared/i18n/en/staff.ts';
import { programs } from '#shared/i18n/en/programs.ts';
import { viewing } from '#shared/i18n/en/viewing.ts';
import { webhooks } from '#shared/i18n/en/webhooks.ts';
import { templates } from '#shared/i18n/en/templates.ts';

/** English messages of the pages of administration, which load with the first of them; their titles are with those of all pages. */
export const manageMessages = {
  ...archive,
  ...erasure,
  ...audit,
  ...health,
  ...operation,
  ...designer,
  ...formLife,
  ...dutyPlan,
  ...company,
  ...manageHelp,
  ...flowPages,
  ...courseMap,
  ...messaging,
  ...orderLog,
  ...businessCards,
  ...operationGuide,
  ...approvalCategories,
  ...businessParameters,
  ...goals,
  ...handOver,
  ...invite,
  ...poolRules,
  ...leadSources,
  ...orgChart,
  ...ownerSource,
  ...projectRoles,
  ...roles,
  ...settingFinds,
  ...settings,
  ...smsBlacklist,
  ...staff,
  ...staffSheets,
  ...templates,
  ...programs,
  ...viewing,
  ...webhooks,
} as const;
