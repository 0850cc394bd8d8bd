import type { organisation as chinese } from '#shared/i18n/cn/organisation.ts';

export const organisation = {
  'role_type.1': 'System administration',
  'role_type.2': 'CRM',
  'role_type.7': 'Office',
  'role_type.8': 'Projects',
  'role_type.0': 'Custom',
  'identity.title': 'Enter your current password',
  'identity.password': 'Your password',
  'identity.empty': 'Enter your password',
  'staff.title': 'Employees and departments',
} as const satisfies Record<keyof typeof chinese, string>;
