import { sql } from 'kysely';
import { roleTypes } from '#shared/admin/role-calls.ts';
import { firstAdminUserId, superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { rightsChanged } from '#server/platform/push/rights-changed.ts';
import { mayGrant, readRoles } from './grants.ts';

/** Custom roles (0) can be assigned too; project-internal ones belong to a project. */
const givenTypes: readonly number[] = [...roleTypes, 0];

/**
 * Assigns roles to people; existing pairs stay. @throws AppError `role.pick`, `role.unknown`, `user.unknown`,
 * `access.grant`
 */
export async function relateUsers(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  roleIds: readonly number[],
): Promise<void> {
  if (userIds.length === 0 || roleIds.length === 0) throw new AppError('role.pick');
  await organisationChanged(db);
  await requireGrantable(db, actor, roleIds);
  await requireUsers(db, userIds);
  await give(db, actor, userIds, roleIds);
}

/**
 * Removes one role from a person; a pair that does not exist is no error.
 * @throws AppError `user.super_admin` for the first administrator, `role.last`, `user.last_admin`
 */
export async function unbindUser(db: Database, actor: Actor, userId: number, roleId: number): Promise<void> {
  await organisationChanged(db);
  if (userId === firstAdminUserId) throw new AppError('user.super_admin');
  const held = await roleIdsOf(db, userId);
  if (!held.includes(roleId)) return;
  if (held.length === 1) throw new AppError('role.last');
  await take(db, actor, userId, [roleId]);
}

/** Sets the roles of a person to `roleIds`. Roles that no form shows stay. Call inside an organisation change. */
export async function setRolesOf(
  db: Database,
  actor: Actor,
  userId: number,
  roleIds: readonly number[],
): Promise<void> {
  if (roleIds.length === 0) throw new AppError('role.last');
  const held = await roleIdsOf(db, userId);
  const added = roleIds.filter((roleId) => !held.includes(roleId));
  const shown = (await readRoles(db, { roleIds: held })).filter(isGiven).map((role) => role.roleId);
  const removed = shown.filter((roleId) => !roleIds.includes(roleId));
  await requireGrantable(db, actor, added);
  if (added.length > 0) await give(db, actor, [userId], added);
  if (removed.length > 0) await take(db, actor, userId, removed);
}

/** Whether `setRolesOf` would change anything. */
export async function changesRoles(db: Database, userId: number, roleIds: readonly number[]): Promise<boolean> {
  const held = await roleIdsOf(db, userId);
  return held.length !== new Set(roleIds).size || roleIds.some((roleId) => !held.includes(roleId));
}

/** @throws AppError `user.unknown` unless everybody exists */
export async function requireUsers(db: Database, userIds: readonly number[]): Promise<void> {
  const { total } = await db
    .selectFrom('app_user')
    .select(sql<number>`count(*)`.as('total'))
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .executeTakeFirstOrThrow();
  if (total !== new Set(userIds).size) throw new AppError('user.unknown');
}

/** Which of these people are super administrators: the first one, and holders of the role. */
export async function superAdminsAmong(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user as u')
    .select('u.user_id')
    .where(sql<boolean>`u.user_id = any(${userIds}::int[])`)
    .where(isSuperAdmin)
    .execute();
  return rows.map((row) => row.user_id);
}

/**
 * Call after a change, inside its transaction. @throws AppError `user.last_admin` when no active administrator is left
 */
export async function refuseLastAdmin(db: Database): Promise<void> {
  const left = await db
    .selectFrom('app_user as u')
    .select('u.user_id')
    .where('u.status', '=', 1)
    .where(isSuperAdmin)
    .limit(1)
    .executeTakeFirst();
  if (!left) throw new AppError('user.last_admin');
}

/** @throws AppError `access.denied` when one of these people holds administration rights that the actor lacks */
export async function refuseForeignPowers(db: Database, actor: Actor, userIds: readonly number[]): Promise<void> {
  if (actor.rights.isSuperAdmin) return;
  const rows = await db
    .selectFrom('user_role')
    .select('role_id')
    .distinct()
    .where(sql<boolean>`user_id = any(${userIds}::int[])`)
    .execute();
  const roles = await readRoles(db, { roleIds: rows.map((row) => row.role_id) });
  const powers = roles
    .flatMap((role) => [...role.permissions])
    .filter((permission) => permission.startsWith('manage:'));
  if (!powers.every((permission) => actor.mayDo(permission))) throw new AppError('access.denied');
}

const isSuperAdmin = sql<boolean>`(u.user_id = ${firstAdminUserId} or exists (
  select from user_role ur join role r on r.role_id = ur.role_id
  where ur.user_id = u.user_id and ur.role_id = ${superAdminRoleId} and r.status = 1))`;

const isGiven = (role: { roleType: number; hidden: boolean }): boolean =>
  !role.hidden && givenTypes.includes(role.roleType);

async function requireGrantable(db: Database, actor: Actor, roleIds: readonly number[]): Promise<void> {
  const roles = (await readRoles(db, { roleIds })).filter(isGiven);
  if (roles.length !== new Set(roleIds).size) throw new AppError('role.unknown');
  if (!roles.every((role) => mayGrant(actor, role))) throw new AppError('access.grant');
}

async function roleIdsOf(db: Database, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.role_id);
}

async function give(db: Database, actor: Actor, userIds: readonly number[], roleIds: readonly number[]): Promise<void> {
  const { rows } = await sql<{ user_id: number; role_id: number }>`
    insert into user_role (user_id, role_id)
    select u, r from unnest(${userIds}::int[]) u cross join unnest(${roleIds}::int[]) r
    on conflict do nothing
    returning user_id, role_id`.execute(db);
  await rightsChanged(db, [...new Set(rows.map((row) => row.user_id))]);
  for (const [userId, pairs] of Map.groupBy(rows, (row) => row.user_id)) {
    await record(
      db,
      actor,
      'role.grant',
      userId,
      pairs.map((pair) => pair.role_id),
    );
  }
}

async function take(db: Database, actor: Actor, userId: number, roleIds: readonly number[]): Promise<void> {
  const fromAdmin = roleIds.includes(superAdminRoleId);
  if (fromAdmin && (userId === firstAdminUserId || !actor.rights.isSuperAdmin)) throw new AppError('user.super_admin');
  await db
    .deleteFrom('user_role')
    .where('user_id', '=', userId)
    .where(sql<boolean>`role_id = any(${roleIds}::int[])`)
    .execute();
  if (fromAdmin) await refuseLastAdmin(db);
  await rightsChanged(db, [userId]);
  await record(db, actor, 'role.revoke', userId, roleIds);
}

const record = (db: Database, actor: Actor, what: string, userId: number, roleIds: readonly number[]) =>
  audit(db, {
    userId: actor.userId,
    what,
    subject: `user ${userId} role ${[...roleIds].toSorted((a, b) => a - b).join(',')}`,
    result: 'done',
    address: actor.address,
  });
