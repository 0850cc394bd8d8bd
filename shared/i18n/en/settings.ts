import type { settings as chinese } from '#shared/i18n/cn/settings.ts';

export const settings = {
  'setting.on': 'On',
  'setting.off': 'Off',
  'setting.changed_since':
    'It has been changed again since, so this change can no longer be undone. See the latest changes',
  'setting.changes': 'Change history',
  'setting.no_changes': 'No changes yet',
  'setting.none': 'None',
  'setting.take_back': 'Undo',
  'setting.take_back_named': 'Undo the change by {name}, {time}',
  'setting.take_back_question': 'Undo this change?',
  'setting.taken_back': 'The former settings are back',
  'setting.took_back': 'Undo',
  'system_config.name': 'Company name',
  'system_config.logo': 'Company logo',
} as const satisfies Record<keyof typeof chinese, string>;
