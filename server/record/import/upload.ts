import '#server/record/import/tables.ts';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { kindOf } from '#server/platform/files/file-kinds.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { placeUpload, recordUpload } from '#server/platform/files/files.ts';
import type { Call } from '#server/platform/http/route.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { importPreview } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireOwner } from '#server/record/access/import-right.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import { groupedRows, groupingOf, readDocument } from '#server/record/lines/sheet-documents.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import {
  columnFor,
  columnLetter,
  columnNames,
  computedColumnsOf,
  matchColumns,
  sheetColumns,
  type HeadColumn,
} from '#server/record/import/columns.ts';
import { unfinished, worded } from '#server/record/import/follow.ts';
import { asNewRecords } from '#server/record/import/as-new-records.ts';
import { lookupOf, problemsOfNew, readRow } from '#server/record/import/rows.ts';
import { limitsFor, plainText, readHead, type ReadSheet } from '#server/record/import/sheet.ts';

/** Imports of one person that wait or run. */
const mostUnfinished = 3;

export interface ImportRequest {
  readonly repeatHandling?: number | undefined;
  readonly ownerUserId?: number | undefined;
  readonly mapping?: Readonly<Record<string, string>> | undefined;
}

/**
 * Checks the file at once, keeps it and queues the import; answers the message id to follow it by (R22.5).
 * `once` keeps a repeat from importing again.
 */
export async function startImport(
  services: Services,
  actor: Actor,
  type: RecordType,
  upload: Upload,
  request: ImportRequest,
  { isAdministrator, once }: { readonly isAdministrator: boolean } & Pick<Call<never>, 'once'>,
): Promise<number> {
  const { db } = services.pool;
  const ownerUserId = await requireOwner(db, actor, type, request.ownerUserId, isAdministrator);
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = sheetColumns(type, fields, lines);
  const sheet = await readUpload(upload, columns, isAdministrator);
  const mapping = matchColumns(columns, sheet.headings, request.mapping, {
    row: sheet.headerRow,
    language: actor.language,
    passedOver: computedColumnsOf(type, fields, lines),
  });
  const placed = await placeUpload({ files: services.files, db }, actor, upload, {
    kind: 'sheet',
    maxBytes: isAdministrator ? 50 * 1024 * 1024 : undefined,
  });
  let isQueued = false;
  const queue = async (trx: Database): Promise<number> => {
    const file = await recordUpload(trx, actor, placed);
    await requireTurn(trx, actor);
    isQueued = true;
    const { import_id: importId } = await trx
      .insertInto('import_task')
      .values({
        type_code: type.code,
        user_id: actor.userId,
        file_id: file.fileId,
        file_name: file.name,
        mapping: JSON.stringify(Object.fromEntries([...mapping].map(([index, column]) => [index, column.name]))),
        header_row: sheet.headerRow,
        repeat_handling: request.repeatHandling ?? 2,
        owner_user_id: ownerUserId,
        row_limit: limitsFor(isAdministrator).maxRows,
        total_rows: sheet.rowCount,
        error_code: null,
        finish_time: null,
      })
      .returning('import_id')
      .executeTakeFirstOrThrow();
    await audit(trx, {
      userId: actor.userId,
      what: `import ${type.name}`,
      subject: file.name,
      result: 'done',
      address: actor.address,
    });
    await services.jobs.send(trx, 'import.run', { importId });
    return importId;
  };
  try {
    return await inTransaction(db, (trx) => once(trx, () => queue(trx)));
  } finally {
    // a repeat brought the same sheet again, and a refused one stays nowhere; what else fails, the sweeper clears up
    if (!isQueued) await services.files.remove(placed.storageKey);
  }
}

/**
 * Imports wait for each other, so nobody may have others' wait for a row of theirs. The upload beside it holds what
 * the actor's files take, so that calls at once wait too. @throws AppError `import.too_many`
 */
async function requireTurn(trx: Database, actor: Actor): Promise<void> {
  const { total } = await trx
    .selectFrom('import_task')
    .select((expression) => expression.fn.countAll<number>().as('total'))
    .where('user_id', '=', actor.userId)
    .where('status', 'in', [...unfinished])
    .executeTakeFirstOrThrow();
  if (total >= mostUnfinished) throw new AppError('import.too_many', { most: mostUnfinished });
}

/** Reads what was sent; the sheet's own faults are told first, as they say more than that the type is wrong. */
export async function readUpload(
  upload: Upload,
  columns: readonly HeadColumn[],
  isAdministrator: boolean,
): Promise<ReadSheet> {
  if (upload.size === 0) throw new AppError('file.empty');
  const sheet = await readHead(upload.path, columns, isAdministrator);
  await kindOf(upload.path, cleanFileName(upload.name), 'sheet');
  return sheet;
}

/** What an import of this file would read: headings, their match, the first rows and what is wrong with them. */
export async function previewImport(
  services: Services,
  actor: Actor,
  type: RecordType,
  upload: Upload,
  chosen: Readonly<Record<string, string>> | undefined,
): Promise<z.input<typeof importPreview>> {
  const { db } = services.pool;
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = sheetColumns(type, fields, lines);
  const sheet = await readUpload(upload, columns, false);
  const names = columnNames(type, fields, lines, actor.language);
  const problems: { row: number | null; column: string | null; msg: string }[] = [];
  const matched = sheet.headings.map((heading, index) => {
    const choice = chosen?.[String(index)];
    return {
      index,
      heading: heading === '' ? columnLetter(index) : heading,
      fieldName: choice ?? columnFor(columns, heading)?.name ?? null,
    };
  });
  try {
    const mapping = matchColumns(columns, sheet.headings, chosen, {
      row: sheet.headerRow,
      language: actor.language,
      passedOver: computedColumnsOf(type, fields, lines),
    });
    const directory = await directoryOf(db, actor.rights.version);
    const sample = sheet.sample.slice(0, 10);
    const reading = { type, fields, mapping, lookup: await lookupOf(db, actor, sample, mapping, directory) };
    const grouping = groupingOf(lines, mapping);
    const rows = grouping
      ? groupedRows(sample, grouping).map((group) => readDocument(group, reading, grouping))
      : sample.map((row) => readRow(row, reading));
    // what would stand in the way of a new record
    for (const [row, prepared] of await asNewRecords(db, actor, { type, fields, ownerUserId: actor.userId }, rows)) {
      for (const problem of problemsOfNew(reading, row, prepared))
        problems.push({ row: problem.row ?? row.row, ...worded(actor.language, names, problem) });
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    // the message itself says where
    problems.push({ row: null, column: null, msg: translate(actor.language, error.code, error.params) });
  }
  return {
    sheetName: sheet.info.sheets[sheet.info.sheet]?.name ?? '',
    headerRow: sheet.headerRow,
    columns: matched,
    fields: columns.map((column) => ({
      fieldName: column.name,
      name: column.labels[actor.language],
      required: column.required ? 1 : 0,
      unique: column.field.unique ? 1 : 0,
    })),
    rows: sheet.sample.slice(0, 10).map((row) => row.cells.map(plainText)),
    rowCount: sheet.rowCount,
    problems,
  };
}
