import type { Setting } from '#web/lib/settings/setting.ts';
import { categoriesAddress } from '#web/modules/admin/approval-flows/categories/category-address.ts';
import { calendarAddress } from '#web/modules/admin/calendar-address.ts';
import { auditAddress, auditParts } from '#web/modules/admin/audit/audit-address.ts';
import { operationAddress } from '#web/modules/admin/operation/operation-address.ts';
import { operationParts } from '#web/modules/admin/operation/operation-parts.ts';
import { rolesAddress } from '#web/modules/admin/roles/role-address.ts';
import { fieldsAddress } from '#web/modules/crm/custom-fields/designer-address.ts';
import { parameterList, parametersAddress, type Parameter } from '#web/modules/crm/parameters/parameter-list.ts';
import { templateAddress } from '#web/record/print/template-address.ts';

const company = '/manager/systemconfig';
const parameters: readonly Parameter[] = parameterList;

/**
 * All that can be set: about the company, its people, their rights and approvals, then about customers and what is sold to
 * them. The history of a page shows what is changed in each of its parts.
 */
export const settings: readonly Setting[] = [
  { path: `${company}#identity`, title: 'system_config.identity', says: 'find.identity', changes: ['system_config'] },
  {
    path: `${company}#passwords`,
    title: 'system_config.passwords',
    says: 'find.passwords',
    changes: ['password_length'],
  },
  { path: `${company}#exports`, title: 'system_config.exports', says: 'find.exports', changes: ['export_limit'] },
  {
    path: `${company}#navigation`,
    title: 'system_config.navigation',
    says: 'find.navigation',
    changes: ['navigation'],
  },
  { path: `${company}#time`, title: 'system_config.time', says: 'find.time', changes: 'shows' },
  { path: '/manager/application', title: 'page.applications', says: 'find.applications', changes: ['application'] },
  {
    path: '/manager/employee-dep',
    title: 'staff.title',
    says: 'find.staff',
    changes: ['department', 'person', 'role_people'],
  },
  { path: rolesAddress, title: 'role.rights', says: 'find.roles', changes: ['role', 'role_people'] },
  { path: rolesAddress, title: 'role.fields', says: 'find.role_fields', changes: ['role'] },
  { path: rolesAddress, title: 'role.scope', says: 'find.role_scope', changes: ['role'] },
  { path: `${rolesAddress}?who=`, title: 'who_can.title', says: 'find.who_can', changes: 'shows' },
  { path: `${rolesAddress}?compare=`, title: 'compare.title', says: 'find.compare', changes: 'shows' },
  { path: '/manager/rights-requests', title: 'rights.requests', says: 'find.requests', changes: 'acts' },
  { path: '/manager/system-examine', title: 'flow.title', says: 'find.flows', changes: ['approval_flow'] },
  {
    path: calendarAddress.pathname + calendarAddress.search,
    title: 'system_config.calendar',
    says: 'find.calendar',
    changes: ['company_calendar'],
  },
  {
    path: categoriesAddress,
    title: 'page.approval_categories',
    says: 'find.approval_categories',
    changes: ['approval_category'],
  },
  {
    path: `${auditAddress}/${auditParts.operations}`,
    title: 'audit.operation_log',
    says: 'find.operation_log',
    changes: 'shows',
  },
  { path: `${auditAddress}/${auditParts.logins}`, title: 'audit.login_log', says: 'find.login_log', changes: 'shows' },
  { path: '/manager/webhooks', title: 'page.webhooks', says: 'find.webhooks', changes: ['webhook'] },
  { path: '/manager/programs', title: 'page.programs', says: 'find.programs', changes: 'secrets' },
  ...operationParts.map(({ key, ...setting }) => ({
    ...setting,
    path: `${operationAddress}/${key}`,
    changes: 'acts' as const,
  })),
  { path: '/approval/stand-ins', title: 'flow.standIns', says: 'find.stand_ins', changes: ['stand_in'] },
  {
    path: '/manager/system-project',
    title: 'page.project_roles',
    says: 'find.project_roles',
    changes: ['project_role'],
  },
  { path: templateAddress, title: 'page.templates', says: 'find.templates', changes: 'versions' },
  { path: fieldsAddress, title: 'page.custom_fields', says: 'find.custom_fields', changes: 'versions' },
  {
    path: '/manager/system-customer/customer',
    title: 'page.pool_rules',
    says: 'find.pool_rules',
    changes: ['customer_pool'],
  },
  ...parameters.map(({ key, ...setting }) => ({ ...setting, path: `${parametersAddress}/${key}` })),
  { path: '/manager/system-customer/biz-goals', title: 'page.goals', says: 'find.goals', changes: ['goal'] },
  { path: '/manager/system-scheduling', title: 'page.duty', says: 'find.duty', changes: ['duty_schedule'] },
  { path: '/manager/PublicCourseMapSet', title: 'page.course_map', says: 'find.course_map', changes: ['course_map'] },
  {
    path: '/manager/system-customer/owner-source',
    title: 'page.owner_source',
    says: 'find.owner_source',
    changes: ['owner_source'],
  },
  { path: '/manager/system-clue', title: 'page.lead_sources', says: 'find.lead_sources', changes: ['lead_source'] },
  {
    path: '/manager/IdCardManagement',
    title: 'page.business_cards',
    says: 'find.business_cards',
    changes: ['business_card'],
  },
  {
    path: '/manager/system-operate',
    title: 'page.operation_guide',
    says: 'find.operation_guide',
    changes: ['guide_item'],
  },
  {
    path: '/manager/CorporateMessagingServices',
    title: 'page.messaging',
    says: 'find.messaging',
    changes: ['message_channel', 'company_registry'],
  },
  { path: '/manager/system-log', title: 'page.order_log', says: 'find.order_log', changes: ['business_school'] },
  {
    path: '/manager/SMSBlackListSet',
    title: 'page.sms_blacklist',
    says: 'find.sms_blacklist',
    changes: ['sms_blacklist'],
  },
];
