import type { viewing as cn } from '#shared/i18n/cn/viewing.ts';

/** Looking at the product as somebody else. */
export const viewing: Record<keyof typeof cn, string> = {
  'session.view_only':
    'You’re looking as somebody else: you can look, but not change or export anything, nor read their personal messages',
  'session.view_over': 'The view has ended, or people or rights have changed. Enter it again',
  'viewing.whom': 'Choose whose view you want to see',
  'viewing.as_person': 'View as this employee',
  'viewing.as_role': 'View as this role',
  'viewing.banner_person': 'Viewing as {name}, read only',
  'viewing.banner_role': 'Viewing as the role {name}, read only',
  'viewing.leave': 'Leave',
};
