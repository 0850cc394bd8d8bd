import type { courseMap as chinese } from '#shared/i18n/cn/course-map.ts';

/** The public course map. */
export const courseMap = {
  'course_map.province': 'Province',
  'course_map.organisation': 'Department in charge',
  'course_map.people': 'Authorised people',
  'course_map.remark': 'Notes',
  'course_map.updated': 'Updated',
  'course_map.acts': 'Actions',
  'course_map.add': 'New',
  'course_map.add_title': 'New province',
  'course_map.edit_title': 'Edit {name}',
  'course_map.edit_named': 'Edit {name}',
  'course_map.acts_named': 'More actions for {name}',
  'course_map.search': 'Province or person',
  'course_map.any_province': 'All provinces',
  'course_map.province_missing': 'Choose a province',
  'course_map.organisation_missing': 'Choose the department in charge',
  'course_map.no_organisation': 'The department was removed; choose another one',
  'course_map.has_left': '{name} (disabled)',
  'course_map.taken': '{name} has a row already; edit that one',
  'course_map.region': 'There is no such province; choose another one',
  'course_map.saved': 'Saved',
  'course_map.deleted': 'Deleted {count, plural, one {# province} other {# provinces}}',
  'course_map.delete_question': 'Delete {count, plural, one {# province} other {# provinces}} from the map?',
  'course_map.delete_effect':
    'They will have no department in charge and no authorised people. The deletion can be undone under “Change history”.',
  'course_map.none': 'No provinces on the map yet',
  'course_map.no_match': 'No matching provinces',
} as const satisfies Record<keyof typeof chinese, string>;
