import { AskedChanges, attemptRights, gainsOfLogin, joined, lackingOf } from '#server/modules/admin/rights/api.ts';
import { refuseLastAdmin, superAdminsAmong } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { readEveryone, type Everyone } from '#server/platform/access/everyone.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';
import { mobileOf, userStatus } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { requireFreeUsername, requireReachable } from './rules.ts';
import { changingPeople, record } from './writes.ts';

/**
 * Disabling ends the logins at once (security N5); the first administrator, the last one and oneself stay. Enabling
 * somebody with more than the actor is asked for.
 */
export async function setStatus(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  status: number,
): Promise<Waiting | null> {
  const people = [...new Set(userIds)].toSorted((left, right) => left - right);
  const disables = status === userStatus.disabled;
  const write = (ids: readonly number[]) => attemptRights(db, actor, () => writeStatus(db, actor, ids, status));
  const attempt = await write(people);
  if (disables && userIds.includes(actor.userId)) throw new AppError('user.self');
  if (attempt.done) return null;
  const { beyond, everyone } = attempt;
  const others = people.filter((userId) => !beyond.people.has(userId));
  const isPart = others.length > 0 && (await write(others)).done;
  const asked = new AskedChanges();
  asked.add(
    (isPart ? [...beyond.people.keys()] : people).map((userId) => ({ kind: 'enable', userId, status })),
    isPart ? joined(...beyond.people.values()) : beyond.gains,
    everyone,
  );
  return asked.save(db, actor, 'manage:users:userEnables', isPart);
}

/**
 * Call inside a change of rights. @throws AppError `user.unknown`, `user.super_admin`, `user.last_admin`
 */
export async function writeStatus(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  status: number,
): Promise<void> {
  await requireReachable(db, actor, userIds);
  const disables = status === userStatus.disabled;
  if (disables && userIds.includes(firstAdminUserId)) throw new AppError('user.super_admin');
  await changingPeople(db, actor, userIds, () =>
    db
      .updateTable('app_user')
      .set({ status })
      .where('user_id', 'in', [...userIds])
      .execute(),
  );
  if (status !== userStatus.active && (await superAdminsAmong(db, userIds)).length > 0) await refuseLastAdmin(db);
  if (disables) await endLogins(db, { userIds, reason: 'disabled' });
  for (const userId of userIds) await record(db, actor, `user.status ${status}`, userId);
}

/**
 * Gives one-time passwords and ends the logins (security N12). The secret of somebody with more than the actor is asked
 * for: whoever confirms hands over a one-time link (security A15).
 */
export async function resetPasswords(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  password: string,
): Promise<Waiting | null> {
  await organisationChanged(db);
  await requireReachable(db, actor, userIds);
  const everyone = await readEveryone(db);
  const asked = new AskedChanges();
  const reset: number[] = [];
  // in a fixed order, so that two calls cannot deadlock
  for (const userId of [...new Set(userIds)].toSorted((left, right) => left - right)) {
    if (await asksForSecret(db, actor, everyone, userId, null, asked)) continue;
    await setOneTimePassword(db, userId, password, actor.userId);
    await record(db, actor, 'user.password', userId);
    reset.push(userId);
  }
  if (reset.length > 0) await endLogins(db, { userIds: reset, reason: 'password' });
  return asked.save(db, actor, 'manage:users:userEnables', reset.length > 0);
}

/** A new login name comes with a new one-time password; both must be passed on to the person, see `resetPasswords`. */
export async function renameUser(
  db: Database,
  actor: Actor,
  input: { id: number; username: string; password: string },
): Promise<Waiting | null> {
  const { id: userId, username } = input;
  await organisationChanged(db);
  await requireReachable(db, actor, [userId]);
  await requireNewUsername(db, userId, username);
  const asked = new AskedChanges();
  if (await asksForSecret(db, actor, await readEveryone(db), userId, username, asked))
    return asked.save(db, actor, 'manage:users:userUpdate', false);
  await writeUsername(db, actor, userId, username);
  await setOneTimePassword(db, userId, input.password, actor.userId);
  await endLogins(db, { userIds: [userId], reason: 'password' });
  return null;
}

/** @throws AppError `user.unknown`, `user.username_same`, `user.username_taken` */
export async function writeUsername(db: Database, actor: Actor, userId: number, username: string): Promise<void> {
  await requireNewUsername(db, userId, username);
  await db
    .updateTable('app_user')
    .set({ username, mobile: mobileOf(username) })
    .where('user_id', '=', userId)
    .execute();
  await record(db, actor, 'user.rename', userId);
}

async function requireNewUsername(db: Database, userId: number, username: string): Promise<void> {
  const row = await db.selectFrom('app_user').select('username').where('user_id', '=', userId).executeTakeFirst();
  if (!row) throw new AppError('user.unknown');
  if (row.username === username) throw new AppError('user.username_same');
  await requireFreeUsername(db, username);
}

/** Whether the actor has less than the person whose secret it is; then it is asked for. */
async function asksForSecret(
  db: Database,
  actor: Actor,
  everyone: Everyone,
  userId: number,
  username: string | null,
  asked: AskedChanges,
): Promise<boolean> {
  const gains = gainsOfLogin(everyone, userId);
  if (!lackingOf(everyone.rightsOf(actor.userId), gains)) return false;
  const person = await db
    .selectFrom('app_user')
    .select('username')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  const permissions = [...new Set([...gains.permissions, 'manage:users:userEnables'])];
  const change = { kind: 'secret', userId, username, from: { username: person.username } } as const;
  asked.add([change], { ...gains, permissions }, everyone);
  return true;
}
