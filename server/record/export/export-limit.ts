import type { Database } from '#server/platform/database/tables.ts';
import { readSetting } from '#server/platform/settings.ts';
import { mostExported } from '#shared/record/calls/record-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Name of the setting that holds it. */
export const exportSetting = 'export_limit';

export interface ExportLimit {
  readonly rows: number;
}

/** How much one export of this company may hold; never more than is built in (security A13). */
export async function readExportLimit(db: Database): Promise<ExportLimit> {
  const stored = (await readSetting(db, exportSetting)) as Partial<ExportLimit> | undefined;
  return { rows: Math.min(mostExported, stored?.rows ?? mostExported) };
}

/** @throws AppError `export.too_many` */
export function requireFewRows({ rows }: ExportLimit, wanted: number): void {
  if (wanted > rows) throw new AppError('export.too_many', { max: rows });
}
