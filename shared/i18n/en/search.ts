import type { search as chinese } from '#shared/i18n/cn/search.ts';

export const search = {
  'search.title': 'Search everything',
  'search.placeholder': 'Search customers, leads and contacts by name, pinyin initials or phone number',
  'search.results': 'Results',
  'search.recent': 'Recently opened',
  'search.none': 'No results for “{text}”',
  'search.start': 'Enter part of a name, its pinyin initials or part of a phone number',
  'search.keys': '↑↓ to select, Enter to open, Esc to close',
} as const satisfies Record<keyof typeof chinese, string>;
