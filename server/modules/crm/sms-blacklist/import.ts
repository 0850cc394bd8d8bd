import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readNumbers, type BadRow, type GoodRow } from '#server/modules/crm/sms-blacklist/read-sheet.ts';
import { blacklistKind, takenError } from '#server/modules/crm/sms-blacklist/setting-kind.ts';
import { blacklistColumns } from '#server/modules/crm/sms-blacklist/sheet-columns.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { inTransaction } from '#server/platform/database/transaction.ts';
import { cleanFileName } from '#server/platform/files/file-name.ts';
import { placeUpload, recordUpload } from '#server/platform/files/files.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import { audit } from '#server/platform/log/audit.ts';
import type { Services } from '#server/platform/services.ts';
import { createdRows } from '#server/platform/setting-changes/setting-rows.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { rowReason } from '#server/record/import/follow.ts';
import { smsBlacklistCalls } from '#shared/crm/sms-blacklist/sms-blacklist-calls.ts';
import { smsBusinesses, smsBusinessName } from '#shared/crm/sms-blacklist/sms-businesses.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { OutputOf } from '#shared/wire/endpoint.ts';
import type { ErrorParams } from '#shared/wire/error-codes.ts';

/** Rows with a fault that are listed in the answer; the workbook has all. */
const mostListed = 100;

/**
 * Enters the numbers of a sheet in one transaction, as one change that is taken back as one. Rows with a fault, and
 * numbers that are listed already, are left out and come back as a workbook.
 * @throws AppError when the file or its headings are invalid
 */
export async function importNumbers(
  services: Pick<Services, 'pool' | 'files' | 'config'>,
  actor: Actor,
  upload: Upload,
): Promise<OutputOf<typeof smsBlacklistCalls.upload>> {
  const { good, bad } = await readNumbers(upload, actor.language);
  return inTransaction(services.pool.db, async (trx) => {
    const taken = await enterNumbers(trx, actor, good);
    const failed = [...bad, ...taken]
      .toSorted((left, right) => left.row - right.row)
      .map((row) => told(row, actor.language));
    const errorFileId = failed.length === 0 ? null : await keepFailed(services, trx, actor, failed);
    const subject = cleanFileName(upload.name);
    const { userId, address } = actor;
    await audit(trx, { userId, what: 'import sms_blacklist', subject, result: 'done', address });
    return {
      totalSize: good.length + bad.length,
      createdSize: good.length - taken.length,
      errSize: failed.length,
      errors: failed.slice(0, mostListed).map(({ row, column, msg }) => ({ row, column, msg })),
      errorFileId,
    };
  });
}

/** Enters what is not listed yet; the rest. */
async function enterNumbers(trx: Database, actor: Actor, rows: readonly GoodRow[]): Promise<BadRow[]> {
  await blacklistKind.hold(trx);
  const given = rows.map(({ row, areaCode, phone, businessKeys, remark }) => ({
    row,
    areaCode,
    phone,
    businessKeys,
    remark,
  }));
  const { rows: entered } = await sql<{ id: number; areaCode: string; phone: string }>`
    insert into sms_blacklist (area_code, phone, business_keys, remark, create_user_id)
    select e."areaCode", e.phone, e."businessKeys", e.remark, ${actor.userId}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as e("row" int, "areaCode" text, phone text, "businessKeys" text[],
      remark text)
    order by e."row" desc
    on conflict (phone, area_code) do nothing
    returning sms_blacklist_id as id, area_code as "areaCode", phone`.execute(trx);
  if (entered.length > 0)
    await createdRows(
      trx,
      actor,
      blacklistKind,
      entered.map(({ id }) => id),
    );
  const isEntered = new Set(entered.map(({ areaCode, phone }) => `${areaCode} ${phone}`));
  return rows
    .filter(({ areaCode, phone }) => !isEntered.has(`${areaCode} ${phone}`))
    .map(({ row, cells, areaCode, phone }) => {
      const { code, params } = takenError({ areaCode, phone });
      return { row, cells, problems: [{ code, params, column: 'phone' }] };
    });
}

interface ToldRow extends Pick<BadRow, 'row' | 'cells'> {
  readonly column: string;
  readonly msg: string;
}

/** A row with all that is wrong with it in the reader's words. */
function told({ row, cells, problems }: BadRow, language: Language): ToldRow {
  const names = new Map<string, string>(blacklistColumns.map(({ name, labels }) => [name, labels[language]]));
  const [first, ...further] = problems;
  const params: ErrorParams = first?.params ?? {};
  const reason = rowReason(language, names, {
    code: first?.code ?? null,
    params,
    column_name: first?.column ?? null,
    further,
  });
  return { row, cells, ...reason };
}

/** Stores the failed rows as a workbook of the actor's, where it stays as long as any file that is attached to nothing. */
async function keepFailed(
  { files, config }: Pick<Services, 'files' | 'config'>,
  trx: Database,
  actor: Actor,
  rows: readonly ToldRow[],
): Promise<number> {
  const folder = join(config.dataDir, 'uploads');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const path = join(folder, `${randomUUID()}.xlsx`);
  const { language } = actor;
  try {
    const further = (['sheet.error_column', 'sheet.reason'] as const).map((key) => ({
      header: translate(language, key),
      kind: 'text' as const,
      width: key === 'sheet.reason' ? 40 : 12,
    }));
    await writeWorkbook({ path, columns: [...workbookColumns(language), ...further] }, async (writer) => {
      for (const { cells, column, msg } of rows)
        await writer.addRow([...blacklistColumns.map(({ name }) => cells[name] ?? ''), column, msg]);
    });
    const content = await readFile(path);
    const sha256 = createHash('sha256').update(content).digest();
    const name = `${translate(language, 'sms_blacklist.failed_file')}.xlsx`;
    const made = { path, name, size: content.length, sha256 };
    const placed = await placeUpload({ files, db: trx }, actor, made, { kind: 'sheet' });
    return (await recordUpload(trx, actor, placed)).fileId;
  } finally {
    await rm(path, { force: true });
  }
}

const workbookColumns = (language: Language) =>
  blacklistColumns.map(({ name, labels, required }) => ({
    header: labels[language] + (required ? translate(language, 'sheet.required_mark') : ''),
    kind: 'text' as const,
    isRequired: required,
    width: 20,
    ...(name === 'businesses' && {
      note: translate(language, 'sms_blacklist.businesses_note', {
        names: smsBusinesses
          .map(({ businessKey }) => translate(language, smsBusinessName(businessKey)))
          .join(translate(language, 'rights.comma')),
      }),
    }),
  }));

/** A template sheet of numbers. */
export const writeTemplate = (language: Language, path: string): Promise<void> =>
  writeWorkbook({
    path,
    titleRow: translate(language, 'page.sms_blacklist'),
    columns: workbookColumns(language),
  });
