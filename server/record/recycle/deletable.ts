import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { AppError } from '#shared/wire/error-codes.ts';
import { recordModule } from '#server/record/registry.ts';

/** Of records, those that the rules of their type keep from being deleted, each with what is said of it. */
export async function undeletableAmong(
  db: Database,
  type: RecordType,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AppError>> {
  const { undeletable } = recordModule(type.code).rules;
  return undeletable && ids.length > 0 ? undeletable(db, ids) : new Map();
}

/** All or none. @throws AppError what the rules say of the first that has to stay, such as `record.related` */
export async function requireDeletable(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  const [refusal] = (await undeletableAmong(db, type, ids)).values();
  if (refusal) throw refusal;
}
