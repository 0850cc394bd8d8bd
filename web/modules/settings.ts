import type { Setting } from '#web/lib/settings/setting.ts';
import { calendarAddress } from '#web/modules/admin/calendar-address.ts';
import { rolesAddress } from '#web/modules/admin/roles/role-address.ts';
import { fieldsAddress } from '#web/modules/crm/custom-fields/designer-address.ts';
import { parameterList, parametersAddress, type Parameter } from '#web/modules/crm/parameters/parameter-list.ts';
import { templateAddress } from '#web/record/print/template-address.ts';

const company = '/manager/systemconfig';
const parameters: readonly Parameter[] = parameterList;

/** All that can be set: about the company, its people, their rights and approvals, then about customers and what is sold to them. */
export const settings: readonly Setting[] = [
  { path: `${company}#identity`, title: 'system_config.identity', says: 'find.identity' },
  { path: `${company}#passwords`, title: 'system_config.passwords', says: 'find.passwords' },
  { path: `${company}#exports`, title: 'system_config.exports', says: 'find.exports' },
  { path: `${company}#navigation`, title: 'system_config.navigation', says: 'find.navigation' },
  { path: `${company}#time`, title: 'system_config.time', says: 'find.time' },
  { path: '/manager/application', title: 'page.applications', says: 'find.applications' },
  { path: '/manager/employee-dep', title: 'staff.title', says: 'find.staff' },
  { path: rolesAddress, title: 'role.rights', says: 'find.roles' },
  { path: rolesAddress, title: 'role.fields', says: 'find.role_fields' },
  { path: rolesAddress, title: 'role.scope', says: 'find.role_scope' },
  { path: `${rolesAddress}?who=`, title: 'who_can.title', says: 'find.who_can' },
  { path: `${rolesAddress}?compare=`, title: 'compare.title', says: 'find.compare' },
  { path: '/manager/rights-requests', title: 'rights.requests', says: 'find.requests' },
  { path: '/manager/system-examine', title: 'flow.title', says: 'find.flows' },
  {
    path: calendarAddress.pathname + calendarAddress.search,
    title: 'system_config.calendar',
    says: 'find.calendar',
  },
  { path: '/approval/stand-ins', title: 'flow.standIns', says: 'find.stand_ins' },
  { path: templateAddress, title: 'page.templates', says: 'find.templates' },
  { path: fieldsAddress, title: 'page.custom_fields', says: 'find.custom_fields' },
  { path: '/manager/system-customer/customer', title: 'page.pool_rules', says: 'find.pool_rules' },
  ...parameters.map(({ key, ...setting }) => ({ ...setting, path: `${parametersAddress}/${key}` })),
  { path: '/manager/system-customer/biz-goals', title: 'page.goals', says: 'find.goals' },
  { path: '/manager/system-scheduling', title: 'page.duty', says: 'find.duty' },
  { path: '/manager/PublicCourseMapSet', title: 'page.course_map', says: 'find.course_map' },
  { path: '/manager/system-customer/owner-source', title: 'page.owner_source', says: 'find.owner_source' },
  { path: '/manager/IdCardManagement', title: 'page.business_cards', says: 'find.business_cards' },
  { path: '/manager/SMSBlackListSet', title: 'page.sms_blacklist', says: 'find.sms_blacklist' },
];
