import type { settings as chinese } from '#shared/i18n/cn/settings.ts';

export const settings = {
  'setting.on': 'On',
  'setting.off': 'Off',
  'setting.changed_since':
    'It has been changed again since, so this change can no longer be undone. See the latest changes',
  'setting.stays': 'This change cannot be undone: people who were added can be disabled, but no undo removes them',
  'setting.changes': 'Change history',
  'setting.no_changes': 'No changes yet',
  'setting.none': 'None',
  'setting.all_differences': 'Show all changes ({count})',
  'setting.take_back': 'Undo',
  'setting.take_back_named': 'Undo the change by {name}, {time}',
  'setting.take_back_question': 'Undo this change?',
  'setting.taken_back': 'The former settings are back',
  'setting.took_back': 'Undo',
  'system_config.name': 'Company name',
  'system_config.logo': 'Company logo',
  'help_video.section': 'Help videos',
  'help_video.hint':
    'The Help video button on the new and edit forms plays the video at this address (https only). Leave it empty to hide the button.',
  'help_video.address': 'Video address for {name, lower} forms',
  'help_video.saved': 'Help videos saved',
  'follow_up.categories': 'Follow-up types',
  'enterprise.registry': 'Company registry',
  'enterprise.registry_hint':
    'Company lookup in customer and lead forms searches these companies. Importing a company again updates it.',
  'enterprise.registry_total': '{count, plural, one {# company} other {# companies}} stored',
  'enterprise.registry_outside':
    'An external registry is connected, so company lookup doesn’t use the companies stored here.',
  'enterprise.template': 'Download template',
  'enterprise.import': 'Import companies',
  'enterprise.imported': '{success, plural, one {# company} other {# companies}} imported',
  'enterprise.import_failed': '{count, plural, one {# row} other {# rows}} not imported',
  'enterprise.row': 'Row {row}: {msg}',
  'duplicates.switch': 'Duplicate check',
  'duplicates.switch_hint': 'When this is off, no one can check for duplicates, whatever their role allows.',
  'duplicates.switch_customer': 'Customers',
  'duplicates.switch_leads': 'Leads',
} as const satisfies Record<keyof typeof chinese, string>;
