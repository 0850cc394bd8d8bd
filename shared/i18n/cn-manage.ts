import { health } from '#shared/i18n/cn/health.ts';
import { operation } from '#shared/i18n/cn/operation.ts';
import { archive } from '#shared/i18n/cn/archive.ts';
import { erasure } from '#shared/i18n/cn/erasure.ts';
import { audit } from '#shared/i18n/cn/audit.ts';
import { designer } from '#shared/i18n/cn/designer.ts';
import { formLife } from '#shared/i18n/cn/form-life.ts';
import { flowPages } from '#shared/i18n/cn/flow-pages.ts';
import { manageHelp } from '#shared/i18n/cn/manage-help.ts';
import { dutyPlan } from '#shared/i18n/cn/duty-plan.ts';
import { company } from '#shared/i18n/cn/company.ts';
import { orderLog } from '#shared/i18n/cn/order-log.ts';
import { messaging } from '#shared/i18n/cn/messaging.ts';
import { courseMap } from '#shared/i18n/cn/course-map.ts';
import { businessCards } from '#shared/i18n/cn/business-cards.ts';
import { operationGuide } from '#shared/i18n/cn/operation-guide.ts';
import { approvalCategories } from '#shared/i18n/cn/approval-categories.ts';
import { businessParameters } from '#shared/i18n/cn/business-parameters.ts';
import { goals } from '#shared/i18n/cn/goals.ts';
import { handOver } from '#shared/i18n/cn/hand-over.ts';
import { invite } from '#shared/i18n/cn/invite.ts';
import { poolRules } from '#shared/i18n/cn/pool-rules.ts';
import { leadSources } from '#shared/i18n/cn/lead-sources.ts';
import { orgChart } from '#shared/i18n/cn/org-chart.ts';
import { ownerSource } from '#shared/i18n/cn/owner-source.ts';
import { projectRoles } from '#shared/i18n/cn/project-roles.ts';
import { roles } from '#shared/i18n/cn/roles.ts';
import { settingFinds } from '#shared/i18n/cn/setting-finds.ts';
import { settings } from '#shared/i18n/cn/settings.ts';
import { smsBlacklist } from '#shared/i18n/cn/sms-blacklist.ts';
import { staffSheets } from '#shared/i18n/cn/staff-sheets.ts';
import { staff } from '#shared/i18n/cn/staff.ts';
import { programs } from '#shared/i18n/cn/programs.ts';
import { viewing } from '#shared/i18n/cn/viewing.ts';
import { webhooks } from '#shared/i18n/cn/webhooks.ts';
import { templates } from '#shared/i18n/cn/templates.ts';

/** Chinese messages of the pages of administration, which load with the first of them; their titles are with those of all pages. */
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
