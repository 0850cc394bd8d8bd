import { designer } from '#shared/i18n/cn/designer.ts';
import { flowPages } from '#shared/i18n/cn/flow-pages.ts';
import { manageHelp } from '#shared/i18n/cn/manage-help.ts';
import { dutyPlan } from '#shared/i18n/cn/duty-plan.ts';
import { company } from '#shared/i18n/cn/company.ts';
import { courseMap } from '#shared/i18n/cn/course-map.ts';
import { businessCards } from '#shared/i18n/cn/business-cards.ts';
import { businessParameters } from '#shared/i18n/cn/business-parameters.ts';
import { goals } from '#shared/i18n/cn/goals.ts';
import { poolRules } from '#shared/i18n/cn/pool-rules.ts';
import { ownerSource } from '#shared/i18n/cn/owner-source.ts';
import { roles } from '#shared/i18n/cn/roles.ts';
import { settingFinds } from '#shared/i18n/cn/setting-finds.ts';
import { settings } from '#shared/i18n/cn/settings.ts';
import { smsBlacklist } from '#shared/i18n/cn/sms-blacklist.ts';
import { staff } from '#shared/i18n/cn/staff.ts';
import { templates } from '#shared/i18n/cn/templates.ts';

/** Chinese messages of the pages of administration, which load with the first of them; their titles are with those of all pages. */
export const manageMessages = {
  ...designer,
  ...dutyPlan,
  ...company,
  ...manageHelp,
  ...flowPages,
  ...courseMap,
  ...businessCards,
  ...businessParameters,
  ...goals,
  ...poolRules,
  ...ownerSource,
  ...roles,
  ...settingFinds,
  ...settings,
  ...smsBlacklist,
  ...staff,
  ...templates,
} as const;
