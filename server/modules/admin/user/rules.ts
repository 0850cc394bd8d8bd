import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import { requireUsers, superAdminsAmong } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * The superior exists and is neither the person nor below them (R5.6). `userId` null for a new person.
 * @throws AppError `user.unknown`, `user.superior`
 */
export async function requireSuperior(db: Database, userId: number | null, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const { rows } = await sql<{ user_id: number }>`
    with recursive above as (
      select user_id, parent_id from app_user where user_id = ${parentId}
      union select u.user_id, u.parent_id from app_user u join above a on u.user_id = a.parent_id
    ) select user_id from above`.execute(db);
  if (rows.length === 0) throw new AppError('user.unknown');
  if (rows.some((row) => row.user_id === userId)) throw new AppError('user.superior', {}, { field: 'parentId' });
}

/** @throws AppError `user.username_taken` */
export async function requireFreeUsername(db: Database, username: string): Promise<void> {
  const taken = await db
    .selectFrom('app_user')
    .select('user_id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .executeTakeFirst();
  if (taken) throw new AppError('user.username_taken', {}, { field: 'username' });
}

/**
 * The people exist and the actor may change them: only administrators change administrators, and only the first one
 * changes themselves.
 * @throws AppError `user.unknown`, `user.super_admin`
 */
export async function requireReachable(db: Database, actor: Actor, userIds: readonly number[]): Promise<void> {
  await requireUsers(db, userIds);
  if (userIds.includes(firstAdminUserId) && actor.userId !== firstAdminUserId) throw new AppError('user.super_admin');
  if (!actor.rights.isSuperAdmin && (await superAdminsAmong(db, userIds)).length > 0) {
    throw new AppError('user.super_admin');
  }
}
