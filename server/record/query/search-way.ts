import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { extentOf } from '#server/record/query/extent.ts';
import type { Scope } from '#server/record/access/scope.ts';
import { searchForm, tokensOf } from '#server/record/query/search.ts';
import { shareOfRarest } from '#server/record/query/token-shares.ts';

interface Search {
  readonly owners: Scope['owners'];
  readonly fragment: string;
  /** Searching ends with this many hits. */
  readonly wanted: number;
}

/** Fragments in fewer of a type's records are rare: the least that `token_shares` reports (migration 0033). */
export const rareShare = 0.001;
/** Microseconds, measured at 1,000,000 customers: to compare a text, and to read an index hit with its row. */
const perRow = 4.5;
const perHit = 0.17;

/**
 * How to search for a fragment. `compared`: text by text, where the index would list more hits of the company than the
 * actor owns, or than are examined until enough are found. `indexed`: by the index. `rare`: by the index too, and less
 * than one record in a thousand contains it.
 */
export type SearchWay = 'compared' | 'rare' | 'indexed';

export async function searchWay(
  db: Database,
  type: RecordType,
  { owners, fragment, wanted }: Search,
): Promise<SearchWay> {
  const share = await shareOfRarest(db, type, tokensOf(searchForm(fragment)));
  if (share === 0) return 'rare';
  const { all, owned } = await extentOf(db, type, owners);
  return Math.min(owned, wanted / share) * perRow < all * share * perHit ? 'compared' : 'indexed';
}
