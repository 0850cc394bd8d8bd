import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { changeMany } from '#server/record/operation/change-many.ts';
import { lockRecords } from '#server/record/operation/lock-records.ts';
import { recordModule } from '#server/record/registry.ts';
import { scoped } from '#server/record/scope.ts';

/**
 * Moves records to the recycle bin: they leave every list at once and keep all they had. Answers the act's id.
 * @throws AppError `access.record`, `record.conflict`, and what the type's own rules refuse
 */
export async function removeRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  versions: Readonly<Record<string, number>> = {},
): Promise<number> {
  const rows = await lockRecords(db, actor, type, ids, { reach: scoped(actor, type, 'write').where, versions });
  const wanted = rows.map((row) => row.id);
  for (const check of recordModule(type.code).rules.beforeDelete ?? []) await check(db, actor, wanted);
  return changeMany(db, actor, type, wanted, {
    verb: 'deleted',
    access: permissionOf(type, 'delete'),
    set: { deleted_at: sql`now()`, delete_user_id: sql`${actor.userId}::int` },
    touches: false,
  });
}
