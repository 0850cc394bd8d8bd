import { sql } from 'kysely';
import '#server/modules/crm/lead-sources/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { countUse as countOne } from '#server/platform/http/use-limit.ts';
import { addressKey } from '#server/platform/session/login-delay.ts';

interface Most {
  readonly address: number;
  readonly all: number;
}

const uses = {
  insert: sql`insert into lead_source_use as u (lead_source_id, address, minute, used)`,
  column: sql.ref('lead_source_id'),
};

/** Counts a request to a source, of its address and of everybody. @throws AppError `http.too_many` beyond the requests of a minute */
export async function countUse(db: Database, sourceId: number, address: string, most: Most): Promise<void> {
  // who is beyond the limit of the address takes nothing from the others
  await countOne(db, uses, { of: sourceId, address: addressKey(address), most: most.address });
  await countOne(db, uses, { of: sourceId, address: '', most: most.all });
  await sql`delete from lead_source_use where lead_source_id = ${sourceId} and minute < now() - interval '5 minutes'`.execute(
    db,
  );
}
