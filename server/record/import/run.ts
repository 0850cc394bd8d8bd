import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import '#server/record/import/tables.ts';
import '#server/platform/files/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { JobContext } from '#server/platform/jobs/jobs.ts';
import type { Services } from '#server/platform/services.ts';
import { readSheet } from '#server/platform/sheets/read-sheet.ts';
import type { ImportState, SheetMends } from '#shared/record/calls/import-calls.ts';
import { isRelated } from '#shared/record/relations/relation.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { withLinesAsNew } from '#server/record/import/as-new-records.ts';
import { writeChunk } from '#server/record/import/chunk.ts';
import { groupsOf, inChunks, type Groups, type Sheets } from '#server/record/import/input/groups.ts';
import { mendedRows, mendsKey } from '#server/record/import/input/mends.ts';
import { openRepairs } from '#server/record/import/input/repairs.ts';
import { pauseSeconds } from '#server/record/access/turns.ts';
import type { ImportSettings } from '#server/record/import/outcome.ts';
import { areOthersNow, sheetColumns, type Mapping } from '#server/record/import/columns.ts';
import { requireImportRight, requireOwner } from '#server/record/access/import-right.ts';
import { lookupOf, readRow, type ReadRow } from '#server/record/import/rows.ts';
import { bringsNumbers, typedNumbers } from '#server/record/sequences/typed-numbers.ts';
import { asImportError, isAdministrators } from '#server/record/import/sheet.ts';
import { recordModule } from '#server/record/registry.ts';
import { togetherKey, type Together } from '#server/record/lines/rows-together.ts';
import { groupingOf, readDocument } from '#server/record/lines/sheet-documents.ts';
import { lineSheetKey, type LineSheet } from '#server/record/lines/two-sheets.ts';
import { lineSettingOf, type LineSetting } from '#server/record/lines/stored-lines.ts';
import { logUnsupported } from '#server/record/fields/unsupported.ts';

/** Records that are read before others have their turn. */
const rowsAtOnce = 5;

/** States in which rows are written. */
const underWay: readonly ImportState[] = ['waiting', 'running'];
const isUnderWay = (status: ImportState): boolean => underWay.includes(status);

export const taskOf = (db: Database, importId: number) =>
  db.selectFrom('import_task').selectAll().where('import_id', '=', importId).executeTakeFirstOrThrow();
type Task = Awaited<ReturnType<typeof taskOf>>;

/**
 * Writes an import from where it stands: each chunk moves `next_row` in its own transaction, so a killed process loses
 * and repeats nothing (security D4).
 */
export async function runImport(
  services: Services,
  importId: number,
  { signal }: Pick<JobContext, 'signal'>,
): Promise<void> {
  const task = await taskOf(services.pool.db, importId);
  if (!isUnderWay(task.status)) return;
  try {
    const atStart = await writingNow(services, task);
    const { lines, mapping } = atStart;
    const sheets = await sheetsOf(services, task, signal);
    const typed = bringsNumbers(mapping) ? await typedNumbers(sheets.read(), mapping) : undefined;
    const isGrouped = groupingOf(lines, mapping) !== null;
    const read = (groups: Groups) => readGroups(services, task, groups, isGrouped);
    const write = async (groups: Groups, ahead: ReadGroups | null): Promise<boolean> => {
      const now = ahead && (await writingNow(services, task));
      const { settings, actor, rows } = now && isSame(ahead, now) ? { ...ahead, ...now } : await read(groups);
      for (const { unread } of rows)
        for (const { params } of [...unread.values()].flat()) logUnsupported(services.log, settings.type, params);
      const known = { ...settings, ...(typed && { typedNumbers: typed }) };
      return writeApart(rows, (some) => writeRows(services, task, actor, known, some));
    };
    // what the rows name may be what the rows above them are about to become
    const isReadAhead = ![...mapping.values()].some(({ field }) => isRelated(field.formType));
    const chunks = inChunks(await groupsOf(sheets, groupingOf(lines, mapping), task.next_row));
    if (await inTurn(chunks, { read: isReadAhead ? read : null, write, signal }))
      await finish(services, importId, { from: underWay, to: 'done' });
  } catch (error) {
    const reason = asImportError(error);
    if (!(reason instanceof AppError)) throw error;
    await finish(services, importId, { from: underWay, to: 'failed' }, reason);
  }
}

async function sheetsOf({ pool, files }: Services, task: Task, signal: AbortSignal): Promise<Sheets> {
  const file = await pool.db
    .selectFrom('stored_file')
    .select('storage_key')
    // only finished imports lose their sheet
    .where('file_id', '=', task.file_id ?? 0)
    .executeTakeFirstOrThrow();
  const { [lineSheetKey]: lineSheet, [togetherKey]: together } = task.mapping as {
    readonly [lineSheetKey]?: LineSheet;
    readonly [togetherKey]?: Together;
  };
  const stored = (sheet?: number) =>
    readSheet(files.pathOf(file.storage_key), {
      maxRows: task.row_limit,
      maxColumns: 200,
      headingRows: sheet === undefined ? task.header_row : lineSheet?.headerRow,
      sheet,
      signal,
    });
  const { header_row: headerRow } = task;
  const read = (sheet?: number) =>
    sheet === undefined ? mendedRows(stored(), mendsOf(task), headerRow) : stored(sheet);
  return { read, headerRow, lineSheet, together };
}

interface Steps {
  /** Null where a chunk can be read only when those above it are written. */
  readonly read: ((groups: Groups) => Promise<ReadGroups>) | null;
  /** Answers false when the import was stopped. */
  readonly write: (groups: Groups, ahead: ReadGroups | null) => Promise<boolean>;
  readonly signal: AbortSignal;
}

/** Writes chunk after chunk, and reads the next one while the database has it. Answers false when the import was stopped. */
async function inTurn(chunks: AsyncIterable<Groups>, { read, write, signal }: Steps): Promise<boolean> {
  let writing = Promise.resolve(true);
  const next = async (groups: Groups): Promise<boolean> => {
    const ahead = read ? await read(groups).catch((error: unknown) => writing.then(() => Promise.reject(error))) : null;
    if (!(await writing)) return false;
    signal.throwIfAborted();
    writing = write(groups, ahead);
    // it is waited for with the next rows
    writing.catch(() => undefined);
    return true;
  };
  try {
    for await (const groups of chunks) if (!(await next(groups))) return false;
  } finally {
    await writing.catch(() => undefined);
  }
  return writing;
}

/** Writes rows and moves the mark, in one transaction; answers false when the import was stopped or has to pause. */
async function writeRows(
  { pool, push, jobs, live }: Services,
  task: Task,
  actor: Actor,
  settings: ImportSettings,
  rows: readonly ReadRow[],
): Promise<boolean> {
  const isWritten = await inTransaction(pool.db, async (trx) => {
    const importId = task.import_id;
    const current = await trx
      .selectFrom('import_task')
      .select(['status', 'next_row'])
      .where('import_id', '=', importId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    // stopped, and perhaps on its way back already
    if (!isUnderWay(current.status)) return false;
    const todo = rows.filter((row) => row.row > current.next_row);
    const counts = await writeChunk(trx, actor, settings, todo);
    const isPaused = counts.rows < todo.length;
    await trx
      .updateTable('import_task')
      .set({
        status: 'running',
        // a second process with the same job may be behind: the mark never goes back
        next_row: Math.max(current.next_row, (isPaused ? todo[counts.rows - 1] : rows.at(-1))?.row ?? 0),
        error_code: isPaused ? 'import.paced' : null,
        created_rows: sql`created_rows + ${counts.created}`,
        updated_rows: sql`updated_rows + ${counts.updated}`,
        skipped_rows: sql`skipped_rows + ${counts.skipped}`,
        failed_rows: sql`failed_rows + ${counts.failed}`,
      })
      .where('import_id', '=', importId)
      .execute();
    await push.notify(trx, { type: 'import.progress', to: [task.user_id], ids: { messageId: importId } });
    if (isPaused) await jobs.send(trx, 'import.run', { importId }, { startAfterSeconds: pauseSeconds });
    return !isPaused;
  });
  live.touch(settings.type.name);
  return isWritten;
}

/** What people have corrected before. */
const mendsOf = ({ mapping }: Task): SheetMends | undefined =>
  (mapping as { readonly [mendsKey]?: SheetMends })[mendsKey];

interface WritingNow {
  readonly actor: Actor;
  readonly settings: ImportSettings;
  readonly mapping: Mapping;
  readonly lines: LineSetting | null;
}

/** What a chunk is written by: the rights of its moment, which may go while the import waits or runs (security A15). */
async function writingNow({ pool: { db }, gate }: Services, task: Task): Promise<WritingNow> {
  const { type } = recordModule(task.type_code);
  const actor = await gate.actorFor(db, task.user_id);
  requireImportRight(actor, type, isAdministrators(task));
  const ownerUserId = await requireOwner(db, actor, type, task.owner_user_id, isAdministrators(task));
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = new Map(sheetColumns(type, fields, lines).map((column) => [column.name, column]));
  const mapping: Mapping = new Map(
    Object.entries(task.mapping as Record<string, string>).flatMap(([index, name]) => {
      const column = columns.get(name);
      return column ? [[Number(index), column] as const] : [];
    }),
  );
  const names = Object.values(task.mapping as Record<string, unknown>).filter((name) => typeof name === 'string');
  if (areOthersNow(names, mapping, fields)) throw new AppError('access.denied');
  const settings = { importId: task.import_id, type, fields, repeatHandling: task.repeat_handling, ownerUserId };
  return { actor, settings, mapping, lines };
}

/** What was read is what would be read now: nobody's rights and no field have changed meanwhile. */
const isSame = (ahead: WritingNow, now: WritingNow): boolean =>
  ahead.actor.rights.version === now.actor.rights.version &&
  ahead.actor.language === now.actor.language &&
  ahead.settings.fields === now.settings.fields &&
  ahead.lines?.fields === now.lines?.fields;

interface ReadGroups extends WritingNow {
  readonly rows: readonly ReadRow[];
}

async function readGroups(services: Services, task: Task, groups: Groups, isGrouped: boolean): Promise<ReadGroups> {
  const { db } = services.pool;
  const now = await writingNow(services, task);
  const { actor, settings, mapping, lines } = now;
  const directory = await directoryOf(db, actor.rights.version);
  const lookup = await lookupOf(db, actor, groups.flat(), mapping, directory);
  const repair = mendsOf(task)?.repair === 1 ? openRepairs(mapping, lookup) : null;
  const reading = { type: settings.type, fields: settings.fields, mapping, lookup };
  const document = groupingOf(lines, mapping);
  // rows of one document would become as many
  if (isGrouped && !document) throw new AppError('access.denied');
  const rows: ReadRow[] = [];
  for (const [at, sent] of groups.entries()) {
    const group = repair ? sent.map((row) => repair(row).row) : sent;
    // others wait for this thread, the chunk that is being written too
    if (at % rowsAtOnce === rowsAtOnce - 1) await setImmediate();
    if (!document) rows.push(...group.map((row) => readRow(row, reading)));
    else {
      const row = readDocument(group, reading, document);
      rows.push(settings.repeatHandling === 1 ? row : withLinesAsNew(row, document.setting, actor.language));
    }
  }
  return { ...now, rows };
}

/**
 * Writes a chunk; where the database refuses a value that passed all checks, the rows are written in halves until the
 * one row is found that it is about, and that one is reported. Answers false when the import was stopped.
 */
async function writeApart(
  rows: readonly ReadRow[],
  write: (rows: readonly ReadRow[]) => Promise<boolean>,
): Promise<boolean> {
  try {
    return await write(rows);
  } catch (error) {
    const [row] = rows;
    if (!isRefusedValue(error) || !row) throw error;
    if (rows.length === 1)
      return write([{ ...row, values: {}, refusal: { code: 'import.row_failed', params: {}, column: '' } }]);
    const middle = Math.floor(rows.length / 2);
    return (await writeApart(rows.slice(0, middle), write)) && writeApart(rows.slice(middle), write);
  }
}

/** SQLSTATE classes 22, data exception, and 23, integrity constraint violation. */
const isRefusedValue = (error: unknown): boolean =>
  error instanceof Error && /^2[23]/.test((error as { code?: string }).code ?? '');

/** Ends an import that is still in one of the states `from`; its owner's pages hear of it. */
export async function finish(
  services: Services,
  importId: number,
  { from, to }: { readonly from: readonly ImportState[]; readonly to: ImportState },
  reason?: AppError,
): Promise<void> {
  await inTransaction(services.pool.db, async (trx) => {
    const task = await trx
      .updateTable('import_task')
      .set({
        status: to,
        finish_time: sql`now()`,
        error_code: reason?.code ?? null,
        error_params: JSON.stringify(reason?.params ?? {}),
      })
      .where('import_id', '=', importId)
      .where('status', 'in', from)
      .returning('user_id')
      .executeTakeFirst();
    if (task)
      await services.push.notify(trx, { type: 'import.progress', to: [task.user_id], ids: { messageId: importId } });
  });
}
