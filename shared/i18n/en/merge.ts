import type { merge as chinese } from '#shared/i18n/cn/merge.ts';

export const merge = {
  'merge.action': 'Merge',
  'merge.title': 'Merge {noun, lower} records',
  'merge.survivor': 'Record to keep',
  'merge.survivor_hint': 'The others move to the recycle bin. You can undo the merge for 30 days.',
  'merge.not_alike': 'The names differ. Check that these are the same company or person.',
  'merge.may_not': 'You don’t have permission to edit “{names}”, so these records can’t be merged.',
  'merge.owner_line': 'Owner: {owner}',
  'merge.created_line': 'Created {time}',
  'merge.nothing': 'Nothing to move',
  'merge.fields': 'Choose a value for each field that differs',
  'merge.no_difference': 'All fields are the same',
  'merge.choose': '{field}: use the value of {name}',
  'merge.column.field': 'Field',
  'merge.stays': 'Kept',
  'merge.effect': '“{sources}” will be merged into “{target}”:',
  'merge.moves_line': '{name}: {total}',
  'merge.members_join': 'Previous owners and team members join the team of “{target}”',
  'merge.lines_stay':
    'The {kept, plural, one {# line} other {# lines}} of “{target}” stay as they are; the {gone, plural, one {# line} other {# lines}} of “{sources}” go to the recycle bin with it',
  'merge.to_bin': '“{sources}” will move to the recycle bin',
  'merge.kind.follow_up': 'Follow-ups',
  'merge.kind.file': 'Attachments',
  'merge.kind.member': 'Team members',
  'merge.files': '{count, plural, one {# file} other {# files}}',
} as const satisfies Record<keyof typeof chinese, string>;
