import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordModules } from '#server/record/registry.ts';

/** A record that has turned into another, such as a lead into a customer. */
export interface Origin {
  readonly type: RecordType;
  readonly id: number;
  /** The event by which the other came about: what happened here before it is part of the history there. */
  readonly until: number;
}

/** What records of a type were before, also where that has been deleted since. */
export async function convertedFrom(db: Database, type: RecordType, ids: readonly number[]): Promise<Origin[]> {
  const origins: Origin[] = [];
  for (const { type: former } of recordModules()) {
    if (former.becomes !== type.code) continue;
    const { rows } = await sql<{ id: number; until: number }>`
      select (details ->> ${former.idKey})::bigint as id, event_id as until from event
      where type_code = ${type.code} and record_id = any(${[...ids]}::bigint[]) and type = ${`${type.name}.converted`}
        and details ->> ${former.idKey} is not null
      order by event_id`.execute(db);
    origins.push(...rows.map((row) => ({ type: former, ...row })));
  }
  return origins;
}
