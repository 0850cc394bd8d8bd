import '#server/record/import/tables.ts';
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
import type { SheetMends } from '#shared/record/calls/import-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireOwner } from '#server/record/access/import-right.ts';
import { togetherKey, watchDocuments } from '#server/record/lines/rows-together.ts';
import { lineSettingOf } from '#server/record/lines/stored-lines.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import {
  computedColumnsOf,
  matchColumns,
  sheetColumns,
  type HeadColumn,
  type Mapping,
} from '#server/record/import/columns.ts';
import { mendsKey } from '#server/record/import/input/mends.ts';
import { unfinished } from '#server/record/import/follow.ts';
import { plainHeading } from '#server/record/import/preview/words.ts';
import {
  asImportError,
  furtherSheets,
  hasFurtherSheets,
  limitsFor,
  plainText,
  readHead,
  type ReadSheet,
  type SheetOptions,
} from '#server/record/import/sheet.ts';
import { lineSheetKey, secondSheetOf, type LineSheet } from '#server/record/lines/two-sheets.ts';
import type { SheetRow } from '#server/platform/sheets/cell.ts';

/** Imports of one person that wait or run. */
const mostUnfinished = 3;

export interface ImportRequest {
  readonly repeatHandling?: number | undefined;
  readonly ownerUserId?: number | undefined;
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  readonly mends?: SheetMends | undefined;
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
  const ownerUserId = await requireOwner(db, actor, type, request.ownerUserId ?? null, isAdministrator);
  const fields = await fieldsOf(db, actor, type);
  const lines = await lineSettingOf(db, actor, type);
  const columns = sheetColumns(type, fields, lines);
  const passedOver = computedColumnsOf(type, fields, lines);
  const { language } = actor;
  // corrections may bring rows together or apart
  const documents =
    lines &&
    !request.mends &&
    watchDocuments(lines, columns, ({ row, cells }) =>
      matchColumns(columns, cells.map(plainText), request.mapping, { row, language, passedOver }),
    );
  const options = { mayHaveLines: lines !== null, each: documents ? documents.each : undefined };
  const sheet = await readUpload(upload, columns, isAdministrator, options);
  const found = await matchSheets(upload.path, sheet, request.mapping, {
    type,
    columns,
    passedOver,
    limits: limitsFor(isAdministrator),
    language,
  });
  const together = found.lineSheet || !documents ? null : documents.found();
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
        mapping: JSON.stringify({
          ...Object.fromEntries([...found.mapping].map(([index, column]) => [index, column.name])),
          ...(found.lineSheet && { [lineSheetKey]: found.lineSheet }),
          ...(together && { [togetherKey]: together }),
          ...(request.mends && { [mendsKey]: request.mends }),
        }),
        headings: JSON.stringify(headingsOf(sheet, found.mapping)),
        header_row: sheet.headerRow,
        repeat_handling: request.repeatHandling ?? 2,
        owner_user_id: ownerUserId,
        row_limit: limitsFor(isAdministrator).maxRows,
        total_rows: found.rowCount,
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

/** What the headings of the first sheet were taken for. */
const headingsOf = ({ headings }: ReadSheet, mapping: Mapping): Readonly<Record<string, string>> =>
  Object.fromEntries(headings.map((heading, index) => [plainHeading(heading), mapping.get(index)?.name ?? '']));

export interface MatchedSheets {
  readonly mapping: Mapping;
  /** Null for a workbook with one sheet. */
  readonly lineSheet: LineSheet | null;
  readonly rowCount: number;
  /** Rows of the second sheet that were read ahead. */
  readonly ofLines: readonly SheetRow[];
}

/** The columns of a sheet, and of a second one with lines. */
export async function matchSheets(
  path: string,
  sheet: ReadSheet,
  chosen: Readonly<Record<string, string>> | undefined,
  matching: Parameters<typeof secondSheetOf>[3],
): Promise<MatchedSheets> {
  const { columns, limits, language, passedOver } = matching;
  const mapping = matchColumns(columns, sheet.headings, chosen, { row: sheet.headerRow, language, passedOver });
  if (!hasFurtherSheets(sheet.info)) return { mapping, lineSheet: null, rowCount: sheet.rowCount, ofLines: [] };
  const second = await secondSheetOf(path, sheet, mapping, matching).catch((error: unknown) =>
    Promise.reject(asImportError(error)),
  );
  if (!second) throw furtherSheets(sheet.info);
  const rowCount = sheet.rowCount + second.rowCount;
  if (rowCount > limits.maxRows) throw new AppError('sheet.too_many_rows', { limit: limits.maxRows });
  const both = new Map([...mapping, ...second.mapping]);
  return { mapping: both, lineSheet: second.lineSheet, rowCount, ofLines: second.sample };
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
  sheets: SheetOptions = {},
): Promise<ReadSheet> {
  if (upload.size === 0) throw new AppError('file.empty');
  const sheet = await readHead(upload.path, columns, isAdministrator, sheets);
  await kindOf(upload.path, cleanFileName(upload.name), 'sheet');
  return sheet;
}
