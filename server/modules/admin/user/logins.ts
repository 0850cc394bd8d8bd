import { refuseLastAdmin, superAdminsAmong } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { userStatus } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireFreeUsername, requireLoginReachable, requireReachable } from './rules.ts';
import { mobileOf, record } from './writes.ts';

/** Disabling ends the logins at once (security N5); the first administrator and the last one stay. */
export async function setStatus(db: Database, actor: Actor, userIds: readonly number[], status: number): Promise<void> {
  await organisationChanged(db);
  await requireReachable(db, actor, userIds);
  const disables = status === userStatus.disabled;
  if (disables && userIds.includes(firstAdminUserId)) throw new AppError('user.super_admin');
  await db
    .updateTable('app_user')
    .set({ status })
    .where('user_id', 'in', [...userIds])
    .execute();
  if (status !== userStatus.active && (await superAdminsAmong(db, userIds)).length > 0) await refuseLastAdmin(db);
  if (disables) await endLogins(db, { userIds, reason: 'disabled' });
  for (const userId of new Set(userIds)) await record(db, actor, `user.status ${status}`, userId);
}

/** Gives one-time passwords and ends the logins (security N12). */
export async function resetPasswords(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  password: string,
): Promise<void> {
  await requireLoginReachable(db, actor, userIds);
  // in a fixed order, so that two calls cannot deadlock
  for (const userId of [...new Set(userIds)].toSorted((left, right) => left - right)) {
    await setOneTimePassword(db, userId, password);
    await record(db, actor, 'user.password', userId);
  }
  await endLogins(db, { userIds, reason: 'password' });
}

/** A new login name comes with a new one-time password; both must be passed on to the person. */
export async function renameUser(
  db: Database,
  actor: Actor,
  input: { id: number; username: string; password: string },
): Promise<void> {
  await organisationChanged(db);
  await requireLoginReachable(db, actor, [input.id]);
  const row = await db
    .selectFrom('app_user')
    .select('username')
    .where('user_id', '=', input.id)
    .executeTakeFirstOrThrow();
  if (row.username === input.username) throw new AppError('user.username_same');
  await requireFreeUsername(db, input.username);
  await db
    .updateTable('app_user')
    .set({ username: input.username, mobile: mobileOf(input.username) })
    .where('user_id', '=', input.id)
    .execute();
  await setOneTimePassword(db, input.id, input.password);
  await endLogins(db, { userIds: [input.id], reason: 'password' });
  await record(db, actor, 'user.rename', input.id);
}
