import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { ImportInfo } from '#shared/record/import-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { AppError, type ErrorParams } from '#shared/wire/error-codes.ts';
import { taskOf } from '#server/record/import/run.ts';

type Task = Awaited<ReturnType<typeof taskOf>>;
export const hasEnded = (task: Pick<Task, 'status'>): boolean =>
  !['waiting', 'running', 'undoing'].includes(task.status);

/** The actor's own import; those of others do not exist for them. */
export async function ownTask(db: Database, actor: Actor, importId: number): Promise<Task> {
  const task = await db
    .selectFrom('import_task')
    .selectAll()
    .where('import_id', '=', importId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!task) throw new AppError('access.record');
  return task;
}

const reasonText = (language: Language, code: string | null, params: unknown): string =>
  code !== null && isMessageKey(code) ? translate(language, code, params as ErrorParams) : '';

/** Why a row was not taken, as people read it. */
export function rowReason(
  language: Language,
  names: ReadonlyMap<string, string>,
  row: { readonly code: string | null; readonly params: unknown; readonly column_name: string | null },
): { column: string; msg: string } {
  const params = row.params as ErrorParams;
  const name = String(params['name'] ?? '');
  return {
    column: names.get(row.column_name ?? '') ?? '',
    msg: reasonText(language, row.code, { ...params, name: names.get(name) ?? name }),
  };
}

export const doneRows = (task: Task): number =>
  task.created_rows + task.updated_rows + task.skipped_rows + task.failed_rows;

export const infoOf = (task: Task, language: Language): ImportInfo => ({
  messageId: task.import_id,
  types: task.type_code,
  fileName: task.file_name,
  status: task.status,
  createTime: task.create_time,
  finishTime: task.finish_time,
  totalSize: task.total_rows,
  doneSize: doneRows(task),
  errSize: task.failed_rows,
  createdSize: task.created_rows,
  updatedSize: task.updated_rows,
  skippedSize: task.skipped_rows,
  undoneSize: task.undone_rows,
  keptSize: task.kept_rows,
  msg: reasonText(language, task.error_code, task.error_params),
});

/** Ends a running import after the chunk under way; rows written stay and can be undone. */
export async function stopImport(db: Database, actor: Actor, importId: number): Promise<void> {
  await ownTask(db, actor, importId);
  await db
    .updateTable('import_task')
    .set({ status: 'stopped', finish_time: sql`now()` })
    .where('import_id', '=', importId)
    .where('status', 'in', ['waiting', 'running'])
    .execute();
}

export async function requestUndo(services: Services, db: Database, actor: Actor, importId: number): Promise<void> {
  await ownTask(db, actor, importId);
  const task = await db
    .selectFrom('import_task')
    .select('status')
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (task.status === 'undone') throw new AppError('import.undone');
  if (!hasEnded(task)) throw new AppError('import.running');
  await db.updateTable('import_task').set({ status: 'undoing' }).where('import_id', '=', importId).execute();
  await services.jobs.send(db, 'import.undo', { importId });
}
