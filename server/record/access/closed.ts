import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The closed flag as a column, for queries that lock records to be checked by `requireOpen`. */
export function closedColumns(type: RecordType): string[] {
  const closed = closedOf(type);
  return closed ? [closed.column] : [];
}

/**
 * Refuses to change a closed record, such as a lead that has become a customer (R7.12). It can still be read, followed
 * up and deleted.
 * @throws AppError `record.closed`, which names the record
 */
export function requireOpen(
  type: RecordType,
  rows: readonly Readonly<Record<string, unknown>>[],
  language: Language,
): void {
  const closed = closedOf(type);
  const row = closed && rows.find((one) => closed.closed.includes(Number(one[closed.column])));
  if (!row) return;
  const key = `${type.name}.scene.closed`;
  const name = String(row[type.titleField] ?? row['title'] ?? '');
  throw new AppError('record.closed', { name, kind: isMessageKey(key) ? translate(language, key) : '' });
}
