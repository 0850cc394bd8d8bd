import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { RecordVerb } from '#shared/record/verbs.ts';
import { recordModules } from '#server/record/registry.ts';

/** A record that has turned into another, such as a lead into a customer. */
export interface Origin {
  readonly type: RecordType;
  readonly id: number;
  /** The event that created the other one: earlier history here is part of the history there. */
  readonly until: number;
}

/** Types whose records turn into those of a type, each with its event name in the log. */
export const formerTypes = (type: RecordType): { readonly type: RecordType; readonly verb: RecordVerb }[] =>
  recordModules().flatMap(({ type: former }) =>
    former.becomes?.code === type.code ? [{ type: former, verb: former.becomes.verb }] : [],
  );

/** What records of a type were before, even if that has been deleted since. */
export async function formerRecords(db: Database, type: RecordType, ids: readonly number[]): Promise<Origin[]> {
  const origins: Origin[] = [];
  for (const { type: former, verb } of formerTypes(type)) {
    const { rows } = await sql<{ id: number; until: number }>`
      select (details ->> ${former.idKey})::bigint as id, event_id as until from event
      where type_code = ${type.code} and record_id = any(${[...ids]}::bigint[]) and type = ${`${type.name}.${verb}`}
        and details ->> ${former.idKey} is not null
      order by event_id`.execute(db);
    origins.push(...rows.map((row) => ({ type: former, ...row })));
  }
  return origins;
}
