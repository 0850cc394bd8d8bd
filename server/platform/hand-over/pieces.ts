import { sql, type RawBuilder } from 'kysely';
import '#server/platform/hand-over/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { HandOverPart, Split } from '#server/platform/hand-over/holding.ts';

/**
 * Keeps who gets which piece, by one statement however many there are. `source` selects `item` text, `ordinal` bigint,
 * `family` int (who gets what the piece belongs to, null for nothing) and `value` text (of the field that splits them).
 */
export async function keepPieces(
  db: Database,
  { handOverId, fromUserId, holding, part }: HandOverPart,
  { rule }: Split,
  source: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into hand_over_item (hand_over_id, part, place, holding, item, to_user_id)
    select ${handOverId}, ${part}, row_number() over (order by ordinal), ${holding}, item, heir
    from (select s.item, s.ordinal, coalesce(s.family, ${heirOf(rule)}) as heir from (${source}) as s) as chosen
    where heir <> ${fromUserId}`.execute(db);
}

function heirOf(rule: Split['rule']): RawBuilder<unknown> {
  if (rule.kind === 'one') return sql`${rule.userId}::int`;
  if (rule.kind === 'even')
    return sql`(${[...rule.userIds]}::int[])[
      1 + (row_number() over (partition by s.family is null order by s.ordinal) - 1) % ${rule.userIds.length}::int]`;
  const heirs = Object.fromEntries(rule.values.map(({ value, userId }) => [value, userId]));
  return sql`coalesce((${JSON.stringify(heirs)}::jsonb ->> s.value)::int, ${rule.rest})`;
}

/** The same for pieces that the server has at hand. */
export const keepListed = (db: Database, part: HandOverPart, split: Split, items: readonly string[]): Promise<void> =>
  keepPieces(
    db,
    part,
    split,
    sql`select item, ordinal, null::int as family, null::text as value
      from unnest(${[...items]}::text[]) with ordinality as listed (item, ordinal)`,
  );
