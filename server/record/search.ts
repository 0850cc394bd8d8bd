import { sql } from 'kysely';
import type { Where } from '#server/record/filter.ts';

/**
 * Records whose search text holds the fragment. Two characters or more find it through the index on pairs of
 * characters; the comparison then makes sure that the pairs stand together.
 */
export function matchesSearch(fragment: string): Where {
  const text = fragment.normalize('NFKC').toLowerCase();
  const pattern = `%${text.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  if ([...text].length < 2) return sql`r.search_text like ${pattern}`;
  return sql`(bigrams(r.search_text) @> bigrams(${text}::text) and r.search_text like ${pattern})`;
}
