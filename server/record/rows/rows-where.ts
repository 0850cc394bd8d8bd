import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { holdsFragment } from '#server/record/query/search.ts';
import type { Where } from '#server/record/query/where.ts';
import { extraColumns, rowColumns, rowExtras, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bareArray, type Slice } from '#shared/wire/values.ts';

interface Wanted {
  readonly slice: Slice | null;
  readonly search?: string | undefined;
  /** On the alias `r`; by default what was changed last comes first. */
  readonly orderBy?: RawBuilder<unknown>;
}

/**
 * The records in the actor's list that meet a condition on the alias `r`, as rows of the wire with what the actor's roles
 * show; without a slice, at most the limit of a bare array. None without the right to the list.
 */
export async function rowsWhere(
  db: Database,
  actor: Actor,
  type: RecordType,
  where: Where,
  { slice, search, orderBy = sql`r.update_time desc` }: Wanted,
): Promise<{ readonly rows: Record<string, unknown>[]; readonly total: number }> {
  if (!actor.mayDo(permissionOf(type, 'index'))) return { rows: [], total: 0 };
  const fields = await fieldsOf(db, actor, type);
  const found = search ? holdsFragment(type, fields, search) : sql`true`;
  const from = sql`from ${visible(type, within(type, scoped(actor, type), 'open'))} where ${where} and ${found}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*) as n ${from}`.execute(db);
  const extras = await rowExtras(db, actor, type);
  const { limit, offset } = slice ?? bareArray;
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)}${extraColumns(extras)} ${from} order by ${orderBy}, r.${sql.ref(type.idColumn)} desc
    limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return { rows: rows.map(rowWriter(type, fields, names, extras)), total: counted[0]?.n ?? 0 };
}
