import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecycleRow } from '#shared/record/calls/recycle-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { countLimit, maxOffset } from '#server/record/query/depth.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { binScope } from '#server/record/access/scope.ts';
import { holdsFragment } from '#server/record/query/search.ts';

interface BinPage {
  readonly search?: string | undefined;
  readonly limit: number;
  readonly offset: number;
}

/** Deleted records within the actor's reach, the latest deletion first. */
export async function listBin(db: Database, actor: Actor, type: RecordType, page: BinPage) {
  if (page.offset > maxOffset) throw new AppError('input.page_too_deep');
  const id = sql.ref(type.idColumn);
  const reach = binScope(actor, type);
  const wanted = page.search
    ? sql`${reach} and ${holdsFragment(type, await fieldsOf(db, actor, type), page.search)}`
    : reach;
  const from = sql`from ${sql.table(type.table)} as r where ${wanted}`;
  const { rows: counted } = await sql<{ n: number }>`
    select count(*) as n from (select 1 ${from} limit ${countLimit}) as counted`.execute(db);
  const { rows } = await sql<BinRow>`
    select r.${id} as id, r.${sql.ref(type.titleField)} as name, r.owner_user_id, r.delete_user_id, r.deleted_at, r.version,
      greatest(0, ceil(extract(epoch from r.deleted_at + make_interval(days => ${undoDays}) - now()) / 86400))::int as days_left
    ${from} order by r.deleted_at desc, r.${id} desc limit ${page.limit} offset ${page.offset}`.execute(db);
  const names = await directoryOf(db, actor.rights.version);
  const nameOf = (userId: number | null) => (userId === null ? '' : (names.user(userId) ?? ''));
  const totalRow = counted[0]?.n ?? 0;
  return {
    totalRow,
    totalExact: totalRow === countLimit ? 0 : 1,
    list: rows.map((row): RecycleRow => ({
      id: row.id,
      name: row.name,
      ownerUserId: row.owner_user_id,
      ownerUserName: nameOf(row.owner_user_id),
      deleteUserId: row.delete_user_id,
      deleteUserName: nameOf(row.delete_user_id),
      deleteTime: row.deleted_at,
      daysLeft: row.days_left,
      version: row.version,
    })),
  };
}

interface BinRow {
  readonly id: number;
  readonly name: string;
  readonly owner_user_id: number | null;
  readonly delete_user_id: number | null;
  readonly deleted_at: string;
  readonly version: number;
  readonly days_left: number;
}
