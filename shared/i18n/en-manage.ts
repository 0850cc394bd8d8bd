import { designer } from '#shared/i18n/en/designer.ts';
import { flowPages } from '#shared/i18n/en/flow-pages.ts';
import { manageHelp } from '#shared/i18n/en/manage-help.ts';
import { dutyPlan } from '#shared/i18n/en/duty-plan.ts';
import { company } from '#shared/i18n/en/company.ts';
import { courseMap } from '#shared/i18n/en/course-map.ts';
import { businessCards } from '#shared/i18n/en/business-cards.ts';
import { businessParameters } from '#shared/i18n/en/business-parameters.ts';
import { goals } from '#shared/i18n/en/goals.ts';
import { poolRules } from '#shared/i18n/en/pool-rules.ts';
import { ownerSource } from '#shared/i18n/en/owner-source.ts';
import { roles } from '#shared/i18n/en/roles.ts';
import { settingFinds } from '#shared/i18n/en/setting-finds.ts';
import { settings } from '#shared/i18n/en/settings.ts';
import { smsBlacklist } from '#shared/i18n/en/sms-blacklist.ts';
import { staff } from '#shared/i18n/en/staff.ts';
import { templates } from '#shared/i18n/en/templates.ts';

/** English messages of the pages of administration, which load with the first of them; their titles are with those of all pages. */
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
