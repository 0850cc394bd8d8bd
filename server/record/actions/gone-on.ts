import { sql } from 'kysely';
import '#server/platform/files/tables.ts';
import '#server/record/actions/tables.ts';
import type { Where } from '#server/record/query/where.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Events `e` of the record of the row `o` of an action that are later than the action. */
export const isSince = (
  type: RecordType,
): Where => sql`e.type_code = ${type.code} and e.record_id = o.record_id and e.event_id > (
  select max(own.event_id) from event own where own.type_code = ${type.code} and own.record_id = o.record_id
    and own.details ->> 'operationId' = o.operation_id::text)`;

/**
 * Whether the record of the row `o` has later activity, such as a follow-up or a file: by anybody, or by anybody but
 * one person.
 */
export function hasGoneOn(type: RecordType, { but }: { readonly but?: number } = {}): Where {
  const byOther = (column: string) => (but === undefined ? sql`true` : sql`${sql.ref(column)} is distinct from ${but}`);
  return sql`(exists (select from event e where ${isSince(type)} and ${byOther('e.actor_id')})
    or exists (
      select from file_batch b join stored_file f on f.batch_id = b.batch_id
      where b.type_code = ${type.code} and b.record_id = o.record_id and ${byOther('f.create_user_id')}
        and f.create_time > (select p.create_time from operation p where p.operation_id = o.operation_id)))`;
}
