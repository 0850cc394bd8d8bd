/** Words of the search of everything. */
export const search = {
  'search.title': 'Search everything',
  'search.placeholder': 'Customers, leads and contacts by name, pinyin initials or number',
  'search.results': 'Results',
  'search.recent': 'Opened last',
  'search.none': 'Nothing found for “{text}”',
  'search.start': 'Type part of a name, its pinyin initials, or part of a number',
  'search.keys': '↑↓ to choose, Enter to open, Esc to close',
} as const;
