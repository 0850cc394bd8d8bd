import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { requireDeletable } from '#server/record/recycle/deletable.ts';
import type { Act } from '#server/record/ownership/transfer.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { removeAlong } from '#server/record/relations/remove-along.ts';
import { lockAround } from '#server/record/rollups/lock-ancestors.ts';
import { poolScope, scoped } from '#server/record/access/scope.ts';

/**
 * Moves records to the recycle bin: they leave every list at once and keep all their data. So do records in the pool,
 * for people with the right to it (R14.4). Children are deleted too, lose the link or prevent the deletion, as they
 * declare it. `whole` is the action that this is part of.
 * @throws AppError `access.record`, `record.conflict`, `record.related`, and what the type's own rules refuse
 */
export async function removeRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  versions: Readonly<Record<string, number>> = {},
  whole?: number,
): Promise<Act> {
  const reach = sql<boolean>`((${scoped(actor, type, 'write').where}) or (${poolScope(actor, type).where}))`;
  await lockAround(db, type, [...new Set(ids)]);
  const rows = await lockRecords(db, actor, type, ids, { reach, versions });
  const wanted = rows.map((row) => row.id);
  const going = await requireDeletable(db, actor, type, wanted);
  const access = permissionOf(type, 'delete');
  const operationId = await changeMany(db, actor, type, wanted, {
    verb: 'deleted',
    access,
    set: { deleted_at: sql`now()`, delete_user_id: sql`${actor.userId}::int` },
    touches: false,
    operationId: whole,
  });
  await removeAlong(db, actor, type, going, { access, partOf: operationId });
  return { operationId, count: wanted.length };
}
