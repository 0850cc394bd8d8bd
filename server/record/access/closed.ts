import type { Language } from '#shared/i18n/language.ts';
import { isMessageKey, translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** The column that says so, for queries that lock records which `requireOpen` looks at. */
export const closedColumns = (type: RecordType): string[] => (type.closed ? [type.closed.column] : []);

/**
 * Refuses to change what is over and done with, such as a lead that has become a customer (R7.12). It can
 * still be read, followed up and deleted.
 * @throws AppError `record.closed`, which names the record
 */
export function requireOpen(
  type: RecordType,
  rows: readonly Readonly<Record<string, unknown>>[],
  language: Language,
): void {
  const { closed } = type;
  const row = closed && rows.find((one) => one[closed.column] === 1);
  if (!row) return;
  const key = `${type.name}.scene.closed`;
  const name = String(row[type.titleField] ?? row['title'] ?? '');
  throw new AppError('record.closed', { name, kind: isMessageKey(key) ? translate(language, key) : '' });
}
