import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database, Tables } from '#server/platform/database/tables.ts';
import type { Services } from '#server/platform/services.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { ImportInfo, ImportState } from '#shared/record/calls/import-calls.ts';
import type { Language } from '#shared/i18n/language.ts';
import { AppError, type ErrorParams } from '#shared/wire/error-codes.ts';
import { requireOn } from '#server/record/access/applications.ts';
import { requireImportRight } from '#server/record/access/import-right.ts';
import { refuseBuiltUpon } from '#server/record/actions/built-upon.ts';
import { labelParam, type RowProblem } from '#server/record/import/rows.ts';
import { taskOf } from '#server/record/import/run.ts';
import { placeOf } from '#server/record/lines/two-sheets.ts';
import { isAdministrators } from '#server/record/import/sheet.ts';
import { undoDays } from '#server/record/actions/undo.ts';
import { recordModule } from '#server/record/registry.ts';

type Task = Awaited<ReturnType<typeof taskOf>>;
export const unfinished: readonly ImportState[] = ['waiting', 'running', 'undoing'];
export const hasEnded = (task: Pick<Task, 'status'>): boolean => !unfinished.includes(task.status);

/** The actor's own import; those of others do not exist for them. @throws AppError `access.record`, `access.denied` */
export async function ownTask(db: Database, actor: Actor, importId: number): Promise<Task> {
  const task = await db
    .selectFrom('import_task')
    .selectAll()
    .where('import_id', '=', importId)
    .where('user_id', '=', actor.userId)
    .executeTakeFirst();
  if (!task) throw new AppError('access.record');
  requireOn(actor, recordModule(task.type_code).type);
  return task;
}

const reasonText = (language: Language, code: string | null, params: unknown): string =>
  code !== null && isMessageKey(code) ? translate(language, code, params as ErrorParams) : '';

/** What stands against a row, as people read it: the column and why. */
export function worded(
  language: Language,
  names: ReadonlyMap<string, string>,
  { code, params, column }: Pick<RowProblem, 'params' | 'column'> & { readonly code: string | null },
): { column: string; msg: string } {
  const key = labelParam(params);
  const label = String(params[key] ?? '');
  return {
    column: names.get(column) ?? '',
    msg: reasonText(language, code, {
      ...params,
      ...(typeof params['row'] === 'number' && { row: rowText(language, params['row']) }),
      [key]: names.get(label) ?? label,
    }),
  };
}

/** A problem at its row, on its sheet. */
export function reportedAt(
  language: Language,
  row: number,
  { column, msg }: { readonly column: string; readonly msg: string },
): { readonly row: number; readonly column: string; readonly msg: string } {
  const place = placeOf(row);
  if (!place.isOfLines || msg === '') return { row: place.row, column, msg };
  const sheet = translate(language, 'lines.name');
  return { row: place.row, column, msg: translate(language, 'import.in_sheet', { sheet, reason: msg }) };
}

/** A row that a message speaks of, with its sheet unless that is the first. */
function rowText(language: Language, row: number): string {
  const place = placeOf(row);
  const sheet = place.isOfLines ? `${translate(language, 'lines.name')} ` : '';
  return `${sheet}${place.row}`;
}

/** Why a row was not taken, all of it in one text, and the columns that it is about. */
export function rowReason(
  language: Language,
  names: ReadonlyMap<string, string>,
  row: Pick<Tables['import_row'], 'code' | 'params' | 'column_name' | 'further'>,
): { column: string; msg: string } {
  const first = { code: row.code, params: row.params as ErrorParams, column: row.column_name ?? '' };
  const all = [first, ...((row.further ?? []) as RowProblem[])].map((problem) => worded(language, names, problem));
  const columns = new Set(all.map(({ column }) => column).filter((column) => column !== ''));
  return {
    column: [...columns].join(translate(language, 'record_action.comma')),
    msg: all.map(({ msg }) => msg).join(translate(language, 'sheet.reason_and')),
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

/** @throws AppError `access.record`, `access.denied`, `import.undone`, `import.running`, `operation.too_old` */
export async function requestUndo(services: Services, db: Database, actor: Actor, importId: number): Promise<void> {
  await ownTask(db, actor, importId);
  const task = await db
    .selectFrom('import_task')
    .select(['status', 'type_code', 'row_limit'])
    .select(sql<boolean>`create_time < now() - make_interval(days => ${undoDays})`.as('is_old'))
    .where('import_id', '=', importId)
    .forUpdate()
    .executeTakeFirstOrThrow();
  requireImportRight(actor, recordModule(task.type_code).type, isAdministrators(task));
  if (task.status === 'undone') throw new AppError('import.undone');
  if (!hasEnded(task)) throw new AppError('import.running');
  if (task.is_old) throw new AppError('operation.too_old');
  await refuseBuiltUpon(db, actor, recordModule(task.type_code).type, importId);
  await db.updateTable('import_task').set({ status: 'undoing' }).where('import_id', '=', importId).execute();
  await services.jobs.send(db, 'import.undo', { importId });
}
