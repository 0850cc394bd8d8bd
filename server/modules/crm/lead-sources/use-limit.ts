import { sql } from 'kysely';
import '#server/modules/crm/lead-sources/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { addressKey } from '#server/platform/session/login-delay.ts';
import { AppError } from '#shared/wire/error-codes.ts';

interface Most {
  readonly address: number;
  readonly all: number;
}

/**
 * Counts a request to a source, of its address and of everybody, in statements of their own, so that nobody waits for the
 * lead of another. All processes count together. @throws AppError `http.too_many` beyond the requests of a minute
 */
export async function countUse(db: Database, sourceId: number, address: string, most: Most): Promise<void> {
  const counted = async (who: string, limit: number): Promise<void> => {
    const { rows } = await sql<{ used: number }>`
      insert into lead_source_use as u (lead_source_id, address, minute, used)
      values (${sourceId}, ${who}, date_trunc('minute', now()), 1)
      on conflict (lead_source_id, address, minute) do update set used = u.used + 1 where u.used <= ${limit}
      returning used`.execute(db);
    const [row] = rows;
    if (!row || row.used > limit) throw new AppError('http.too_many');
  };
  // who is beyond the limit of the address takes nothing from the others
  await counted(addressKey(address), most.address);
  await counted('', most.all);
  await sql`delete from lead_source_use where lead_source_id = ${sourceId} and minute < now() - interval '5 minutes'`.execute(
    db,
  );
}
