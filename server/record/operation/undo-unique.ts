import { sql } from 'kysely';
import '#server/record/operation/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { fieldsOf } from '#server/record/field-set.ts';
import { findHolders } from '#server/record/import/holders.ts';
import { rowColumns, valuesOf, type StoredRow } from '#server/record/row.ts';

/**
 * Of the records that are about to go back, keeps those whose former unique values somebody else has taken since: they
 * stay as they are and are listed (spec §5).
 */
export async function keepTaken(
  db: Database,
  actor: Actor,
  type: RecordType,
  operationId: number,
): Promise<{ readonly id: number; readonly title: string }[]> {
  const fields = await fieldsOf(db, actor, type);
  const unique = fields.all.filter((field) => field.unique).map((field) => field.fieldName);
  // other acts leave those values alone
  const telling = ['deleted_at', 'custom', ...unique];
  const { rows } = await sql<StoredRow & { deleted_at: string | null }>`
    select ${rowColumns(type)}, r.deleted_at from (
      select (jsonb_populate_record(c, o.before)).* from operation_row o
      join ${sql.table(type.table)} as c on c.${sql.ref(type.idColumn)} = o.record_id
      where o.operation_id = ${operationId} and o.undo = 'undone' and jsonb_exists_any(o.before, ${telling}::text[])) as r
    order by r.${sql.ref(type.idColumn)}`.execute(db);
  const after = new Map(
    rows.map((row) => {
      const values = row.deleted_at === null ? valuesOf(row, fields) : {};
      return [Number(row[type.idColumn]), { values, title: String(row[type.titleField] ?? '') }] as const;
    }),
  );
  if (after.size === 0) return [];
  const holders = await findHolders(db, type, fields, [...after.values()]);
  /** Somebody who has the value now and will have it then. */
  const isTaken = (id: number, name: string): boolean => {
    const value = after.get(id)?.values[name] ?? null;
    if (value === null) return false;
    return [...holders.find({ [name]: value })].some((holder) => {
      const other = after.get(holder);
      return holder !== id && (!other || String(other.values[name] ?? '') === String(value));
    });
  };
  const kept = new Map<number, string>();
  for (;;) {
    // what is kept holds on to its present values, which may keep another one
    const taken = [...after].filter(([id]) => unique.some((name) => isTaken(id, name)));
    if (taken.length === 0) break;
    for (const [id, { title }] of taken) {
      kept.set(id, title);
      after.delete(id);
    }
  }
  await sql`
    update operation_row set undo = 'kept'
    where operation_id = ${operationId} and record_id = any(${[...kept.keys()]}::bigint[])`.execute(db);
  return [...kept].map(([id, title]) => ({ id, title }));
}
