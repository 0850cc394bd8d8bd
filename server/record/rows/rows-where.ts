import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { holdsFragment } from '#server/record/query/search.ts';
import type { Where } from '#server/record/query/where.ts';
import { rowColumns, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

/**
 * The records in the actor's reach that meet a condition on the alias `r`, newest first, as rows of the wire; without a
 * slice, at most the limit of a bare array. None without the right to the list.
 */
export async function rowsWhere(
  db: Database,
  actor: Actor,
  type: RecordType,
  where: Where,
  { slice, search }: { readonly slice: Slice | null; readonly search?: string | undefined },
): Promise<{ readonly rows: Record<string, unknown>[]; readonly total: number }> {
  if (!actor.mayDo(permissionOf(type, 'index'))) return { rows: [], total: 0 };
  const fields = await fieldsOf(db, actor, type);
  const found = search ? holdsFragment(type, fields, search) : sql`true`;
  const from = sql`from ${visible(type, scoped(actor, type))} where ${where} and ${found}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const { limit, offset } = slice ?? bareArray;
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} ${from} order by r.update_time desc, r.${sql.ref(type.idColumn)} desc
    limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return { rows: rows.map(rowWriter(type, fields, names)), total: counted[0]?.n ?? 0 };
}
