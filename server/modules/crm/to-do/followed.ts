import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { changeMany } from '#server/record/write/change-many.ts';
import { lockRecords } from '#server/record/write/lock-records.ts';
import { scoped } from '#server/record/access/scope.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Counts records as followed up, as when somebody called without writing it down (R20.4). Those that are
 * already stay as they are. One act, one undo. @throws AppError `access.record`
 */
export async function markFollowed(db: Database, actor: Actor, type: RecordType, ids: readonly number[]) {
  const rows = await lockRecords<{ followup: number }>(db, actor, type, ids, {
    reach: scoped(actor, type, 'write').where,
    columns: ['followup'],
  });
  const open = rows.filter((row) => row.followup === 0).map((row) => row.id);
  const operationId = await changeMany(db, actor, type, open, {
    verb: 'marked_followed',
    access: permissionOf(type, 'read'),
    set: { followup: sql`1::smallint` },
    touches: false,
  });
  return { operationId, count: open.length };
}
