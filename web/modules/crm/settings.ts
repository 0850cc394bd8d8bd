import { parameterList, parametersAddress, type Parameter } from '#web/modules/crm/parameters/parameter-list.ts';
import type { Setting } from '#web/modules/settings/setting.ts';

const parameters: readonly Parameter[] = parameterList;

/** What is set about customers and what is sold to them. */
export const crmSettings: readonly Setting[] = [
  { path: '/manager/system-customer/customer', title: 'page.pool_rules', says: 'find.pool_rules' },
  ...parameters.map(({ key, ...setting }) => ({ ...setting, path: `${parametersAddress}/${key}` })),
  { path: '/manager/system-customer/biz-goals', title: 'page.goals', says: 'find.goals' },
  { path: '/manager/system-scheduling', title: 'page.duty', says: 'find.duty' },
  { path: '/manager/PublicCourseMapSet', title: 'page.course_map', says: 'find.course_map' },
  { path: '/manager/SMSBlackListSet', title: 'page.sms_blacklist', says: 'find.sms_blacklist' },
];
