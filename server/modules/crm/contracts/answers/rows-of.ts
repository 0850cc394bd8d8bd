import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { holdsFragment } from '#server/record/query/search.ts';
import { rowColumns, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { bareArray, pageAnswer, type Slice } from '#shared/wire/values.ts';

/** A row of the wire. */
export type Row = Record<string, unknown>;
interface Found {
  readonly rows: Row[];
  readonly total: number;
}

interface Paging {
  readonly pageType: number;
  readonly page: number;
  readonly limit: number;
}

/** A page, or everything as a bare array, of rows that are made as they are asked for. */
export async function paged<T>(
  { pageType, page, limit }: Paging,
  read: (slice: Slice) => Promise<{ rows: T[]; total: number }>,
) {
  if (pageType === 0) return (await read(bareArray)).rows;
  const { rows, total } = await read({ limit, offset: (page - 1) * limit });
  return pageAnswer(rows, total, page, limit);
}

/** Records in the reader's reach that fulfil a condition on the alias `r`, newest first; none without the right to list them. */
export async function rowsOf(
  db: Database,
  actor: Actor,
  type: RecordType,
  where: RawBuilder<boolean>,
  { limit, offset }: Slice,
  search?: string,
): Promise<Found> {
  if (!actor.mayDo(permissionOf(type, 'index'))) return { rows: [], total: 0 };
  const fields = await fieldsOf(db, actor, type);
  const found = search ? holdsFragment(type, fields, search) : sql`true`;
  const from = sql`from ${visible(type, within(type, scoped(actor, type), 'open'))} where ${where} and ${found}`;
  const { rows: counted } = await sql<{ n: number }>`select count(*)::int as n ${from}`.execute(db);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)} ${from} order by r.update_time desc, r.${sql.ref(type.idColumn)} desc
    limit ${limit} offset ${offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  return { rows: rows.map(rowWriter(type, fields, names)), total: counted[0]?.n ?? 0 };
}
