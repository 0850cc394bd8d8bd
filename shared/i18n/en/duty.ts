import type { duty as chinese } from '#shared/i18n/cn/duty.ts';

export const duty = {
  'page.duty': 'Duty schedule',
  'duty.nobody': 'No adviser is on duty right now. Plan the duty schedule first',
  'duty.comma': ', ',
  'duty.now': 'On duty now',
  'duty.passed_over': 'Passed over: {names} (disabled or agent)',
  'duty.assign': 'Assign to adviser on duty',
  'duty.assign_hint': 'Advisers take turns as planned. You can undo this.',
  'duty.assigned_done': 'Assigned: {names}',
  'duty.assigned_count': '{name} {count}',
} as const satisfies Record<keyof typeof chinese, string>;
