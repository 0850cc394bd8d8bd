import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { recordEvents, type NewEvent } from '#server/record/events.ts';
import { fieldsOf, type FieldSet } from '#server/record/field-set.ts';
import { finish, taskOf } from '#server/record/import/run.ts';
import { recordModule, type Values } from '#server/record/registry.ts';
import { writeChanges } from '#server/record/save.ts';

const chunkRows = 500;

interface ImportedRow {
  readonly row_number: number;
  readonly result: 'created' | 'updated';
  readonly record_id: number;
  readonly before: Values | null;
  readonly version_after: number;
  /** The record as the import left it, and nothing has happened to it since. */
  readonly untouched: boolean;
}

/**
 * Takes an import back: created records are deleted, changed ones get their former values. Rows that somebody has
 * changed, followed up or deleted since are left alone and listed.
 */
export async function undoImport(
  services: Services,
  importId: number,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const { db } = services.pool;
  const task = await taskOf(db, importId);
  if (task.status !== 'undoing') return;
  const { type } = recordModule(task.type_code);
  const actor = await services.gate.actorFor(db, task.user_id);
  const fields = await fieldsOf(db, actor, type);
  for (;;) {
    signal.throwIfAborted();
    const undone = await inTransaction(db, (trx) => undoChunk(trx, actor, type, fields, importId));
    if (undone === 0) break;
    await services.push.notify(db, { type: 'import.progress', to: [task.user_id], ids: { messageId: importId } });
  }
  await finish(services, importId, 'undone');
}

async function undoChunk(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: FieldSet,
  importId: number,
): Promise<number> {
  const id = sql.ref(type.idColumn);
  // newest first: a record that two rows changed goes back step by step
  const { rows } = await sql<ImportedRow>`
    with todo as (
      select row_number, result, record_id, before, version_after from import_row
      where import_id = ${importId} and result in ('created', 'updated') and undo is null
      order by row_number desc limit ${chunkRows} for update
    ), locked as (
      select r.${id} as id, r.version, r.deleted_at from ${sql.table(type.table)} as r
      where r.${id} in (select record_id from todo) order by r.${id} for update
    )
    select todo.*, (locked.deleted_at is null and locked.version = todo.version_after and not exists (
        select 1 from event e where e.type_code = ${type.code} and e.record_id = todo.record_id
          and e.event_id > (select max(m.event_id) from event m where m.type_code = ${type.code} and m.record_id = todo.record_id
            and m.particulars ->> 'importId' = ${String(importId)}))) as untouched
    from todo join locked on locked.id = todo.record_id order by todo.row_number desc`.execute(db);
  if (rows.length === 0) return 0;
  const events: NewEvent[] = [];
  const created = rows.filter((row) => row.untouched && row.result === 'created').map((row) => row.record_id);
  await sql`
    update ${sql.table(type.table)} set deleted_at = now(), delete_user_id = ${actor.userId}, version = version + 1
    where ${id} = any(${created}::bigint[])`.execute(db);
  for (const row of rows) {
    if (!row.untouched) continue;
    if (row.result === 'updated' && row.before) {
      const names = Object.keys(row.before);
      await writeChanges(
        db,
        type,
        row.record_id,
        fields.all.filter((field) => names.includes(field.fieldName)),
        row.before,
      );
    }
    events.push({
      verb: row.result === 'created' ? 'deleted' : 'import_undone',
      recordId: row.record_id,
      version: row.version_after + 1,
      particulars: { importId },
    });
  }
  await recordEvents(db, type, actor.userId, events);
  const kept = rows.filter((row) => !row.untouched).map((row) => row.row_number);
  await sql`
    update import_row set undo = case when row_number = any(${kept}::int[]) then 'kept' else 'undone' end
    where import_id = ${importId} and row_number = any(${rows.map((row) => row.row_number)}::int[])`.execute(db);
  await db
    .updateTable('import_task')
    .set({ undone_rows: sql`undone_rows + ${rows.length - kept.length}`, kept_rows: sql`kept_rows + ${kept.length}` })
    .where('import_id', '=', importId)
    .execute();
  return rows.length;
}
