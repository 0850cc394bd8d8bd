import { sql } from 'kysely';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { requireDeletable } from '#server/record/recycle/deletable.ts';
import { lockRecords, type LockedRecord } from '#server/record/write/lock-records.ts';
import { relationsTo } from '#server/record/relations/declared.ts';
import { alongOnly, goingAlong, inBin } from '#server/record/relations/going-along.ts';
import { relatedRefusal } from '#server/record/relations/in-the-way.ts';
import { removeAlong } from '#server/record/relations/remove-along.ts';
import { binScope, poolScope } from '#server/record/access/scope.ts';
import { destroyRows, unlinkFrom } from '#server/record/write/system-columns.ts';

/**
 * Destroys records in the recycle bin, or directly in the pool, where the type's own rules are checked first as for any
 * deletion. This cannot be undone; the audit log names each. Returns how many.
 * @throws AppError `access.record`, `record.conflict`, `record.related`
 */
export async function purgeRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  versions: Readonly<Record<string, number>> = {},
): Promise<number> {
  const reach = sql<boolean>`((${binScope(actor, type)}) or (${poolScope(actor, type).where}))`;
  const rows = await lockRecords<{ deleted_at: string | null }>(db, actor, type, ids, {
    reach,
    versions,
    columns: ['deleted_at'],
  });
  const live = rows.filter((row) => row.deleted_at === null).map((row) => row.id);
  const going = await requireDeletable(db, actor, type, live);
  await removeAlong(db, actor, type, going, { details: {} });
  await destroy(db, type, rows, actor);
  return rows.length;
}

type Named = Pick<LockedRecord, 'id' | 'title'>;
type Destroyer = Pick<Actor, 'userId' | 'address' | 'language'> | null;

/**
 * Deletes locked records from the database with everything that belongs to them, and with cascading children in the
 * bin. Other children lose their reference. Objects in the file store follow once no backup needs them (security D7).
 * Events stay: history is never rewritten (security O6).
 * @throws AppError `record.related` when an undeclared table still refers to one
 */
export async function destroy(db: Database, type: RecordType, rows: readonly Named[], by: Destroyer): Promise<void> {
  const ids = rows.map(({ id }) => id);
  for (const { type: child, records } of alongOnly(await goingAlong(db, type, ids, inBin)).toReversed())
    await destroyThese(
      db,
      child,
      [...records].map(([id, { title }]) => ({ id, title })),
      by,
    );
  await destroyThese(db, type, rows, by);
}

async function destroyThese(db: Database, type: RecordType, rows: readonly Named[], by: Destroyer): Promise<void> {
  const ids = sql`${rows.map((row) => row.id)}::bigint[]`;
  await destroyFiles(db, type, ids);
  await sql`delete from follow_up where type_code = ${type.code} and types_id = any(${ids})`.execute(db);
  await sql`delete from follow_up_link where type_code = ${type.code} and record_id = any(${ids})`.execute(db);
  await sql`delete from record_team where type_code = ${type.code} and record_id = any(${ids})`.execute(db);
  await dropFormerValues(db, type, ids);
  const gone = rows.map((row) => row.id);
  for (const { type: child, column } of relationsTo(type)) await unlinkFrom(db, child, column, gone);
  try {
    await destroyRows(db, type, gone);
  } catch (error) {
    if ((error as { code?: string }).code === '23503')
      throw relatedRefusal(by?.language ?? 'cn', type, rows[0]?.title ?? '', []);
    throw error;
  }
  const subjects = rows.map((row) => `${type.name} ${row.id} ${row.title}`.slice(0, 500));
  await sql`
    insert into audit (user_id, what, subject, result, address)
    select ${by?.userId ?? null}::int, 'record.purge', subject, 'done', ${by?.address ?? ''}
    from unnest(${subjects}::text[]) as subject`.execute(db);
}

/**
 * Former values that actions and imports keep of records are removed; the rows stay, as atomic actions need them.
 * `ids` is a bigint array.
 */
export async function dropFormerValues(db: Database, type: RecordType, ids: ReturnType<typeof sql>): Promise<void> {
  await sql`
    update operation_row o set before = '{}', team_before = null, lines_before = null from operation p
    where p.operation_id = o.operation_id and p.type_code = ${type.code} and o.record_id = any(${ids})`.execute(db);
  await sql`
    update import_row i set before = null from import_task t
    where t.import_id = i.import_id and t.type_code = ${type.code} and i.record_id = any(${ids}) and i.before is not null`.execute(
    db,
  );
}

/**
 * Rows of attached files; one that an import still needs stays, owned by its uploader again, until that import is
 * deleted.
 */
async function destroyFiles(db: Database, type: RecordType, ids: ReturnType<typeof sql>): Promise<void> {
  const batches = sql`select batch_id from file_batch where type_code = ${type.code} and record_id = any(${ids}) for update`;
  await sql`
    with batch as materialized (${batches}), gone as (
      delete from stored_file f where f.batch_id in (select batch_id from batch)
        and not exists (select from import_task t where t.file_id = f.file_id)
      returning f.storage_key
    )
    insert into file_removal (storage_key) select storage_key from gone on conflict do nothing`.execute(db);
  const attached = sql`b.type_code = ${type.code} and b.record_id = any(${ids})`;
  await sql`
    delete from file_batch b where ${attached}
      and not exists (select from stored_file f where f.batch_id = b.batch_id)`.execute(db);
  await sql`update file_batch b set type_code = null, record_id = null where ${attached}`.execute(db);
}
