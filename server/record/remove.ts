import { sql } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { recordEvents } from '#server/record/events.ts';
import { recordModule } from '#server/record/registry.ts';
import { scoped } from '#server/record/scope.ts';

/**
 * Moves records to the recycle bin: they leave every list at once and keep all they had. All or none: one id out of
 * scope refuses the call (security A2); a version that has moved on refuses it too (security C10).
 */
export async function removeRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
  versions: Readonly<Record<string, number>> = {},
): Promise<void> {
  const wanted = [...new Set(ids)].sort((left, right) => left - right);
  const { rows } = await sql<{ id: number; version: number; title: string }>`
    select r.${sql.ref(type.idColumn)} as id, r.version, r.${sql.ref(type.titleField)} as title from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${wanted}::bigint[]) and ${scoped(actor, type, 'write').where}
    order by r.${sql.ref(type.idColumn)} for update`.execute(db);
  if (rows.length !== wanted.length) throw new AppError('access.record');
  const moved = rows.find((row) => versions[row.id] !== undefined && versions[row.id] !== row.version);
  if (moved)
    throw new AppError('record.conflict', { name: moved.title, editor: '' }, { id: moved.id, version: moved.version });
  for (const check of recordModule(type.code).rules.beforeDelete ?? []) await check(db, actor, wanted);
  await sql`
    update ${sql.table(type.table)} set deleted_at = now(), delete_user_id = ${actor.userId}, version = version + 1
    where ${sql.ref(type.idColumn)} = any(${wanted}::bigint[])`.execute(db);
  await recordEvents(
    db,
    type,
    actor.userId,
    rows.map((row) => ({ verb: 'deleted', recordId: row.id, version: row.version + 1 })),
  );
}
