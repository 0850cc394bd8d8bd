import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { staffColumns, workbookColumns } from '#server/modules/admin/staff-sheets/columns.ts';
import { reasonOf } from '#server/modules/admin/staff-sheets/outcome.ts';
import type { PlannedRow } from '#server/modules/admin/staff-sheets/plan/planned-row.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { placeUpload, recordUpload } from '#server/platform/files/files.ts';
import type { Services } from '#server/platform/services.ts';
import { writeWorkbook } from '#server/platform/sheets/workbook-writer.ts';
import { translate } from '#shared/i18n/translate.ts';

/**
 * Stores the refused rows with their reasons as a workbook of the actor's, which can be corrected and sent again, where it
 * stays as long as any file that is attached to nothing. The id; null without such rows.
 */
export async function keepRefused(
  { files, config }: Pick<Services, 'files' | 'config'>,
  trx: Database,
  actor: Actor,
  rows: readonly PlannedRow[],
): Promise<number | null> {
  const refused = rows.filter(({ kind }) => kind === 'refused');
  if (refused.length === 0) return null;
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
      for (const row of refused) {
        const { column, msg } = reasonOf(row, language);
        await writer.addRow([...staffColumns.map(({ name }) => row.source.cells[name] ?? ''), column, msg]);
      }
    });
    const content = await readFile(path);
    const sha256 = createHash('sha256').update(content).digest();
    const name = `${translate(language, 'staff_sheet.refused_file')}.xlsx`;
    const placed = await placeUpload(
      { files, db: trx },
      actor,
      { path, name, size: content.length, sha256 },
      { kind: 'sheet' },
    );
    return (await recordUpload(trx, actor, placed)).fileId;
  } finally {
    await rm(path, { force: true });
  }
}
