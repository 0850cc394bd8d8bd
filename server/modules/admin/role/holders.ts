import { sql } from 'kysely';
import type { RightsChange, Waiting } from '#shared/admin/rights-change.ts';
import { roleTypes } from '#shared/admin/role-calls.ts';
import { firstAdminUserId, superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { AskedChanges, attemptRights, joined } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit, auditEach } from '#server/platform/log/audit.ts';
import { changing } from '#server/platform/setting-changes/changes.ts';
import { rightsChanged } from '#server/platform/push/rights-changed.ts';
import { mayGrant, readRoles } from './grants.ts';

/** Custom roles (0) can be assigned too; project-internal ones belong to a project. */
const givenTypes: readonly number[] = [...roleTypes, 0];

/**
 * Assigns roles to people; existing pairs stay. People who would get what the actor lacks get nothing: that is asked for.
 * @throws AppError `role.pick`, `role.unknown`, `user.unknown`
 */
export async function relateUsers(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  roleIds: readonly number[],
): Promise<Waiting | null> {
  if (userIds.length === 0 || roleIds.length === 0) throw new AppError('role.pick');
  const people = [...new Set(userIds)].toSorted((left, right) => left - right);
  const roles = [...new Set(roleIds)].toSorted((left, right) => left - right);
  const giveTo = (ids: readonly number[]) =>
    attemptRights(
      db,
      actor,
      async () => {
        await requireGiven(db, roles);
        await requireUsers(db, people);
        await give(db, actor, ids, roles);
      },
      { writes: 'roles' },
    );
  const attempt = await giveTo(people);
  if (attempt.done) return null;
  const { beyond, everyone } = attempt;
  const others = people.filter((userId) => !beyond.people.has(userId));
  const isPart = others.length > 0 && (await giveTo(others)).done;
  const asked = new AskedChanges();
  asked.add(
    (isPart ? people.filter((userId) => beyond.people.has(userId)) : people).flatMap((userId): RightsChange[] => {
      const add = roles.filter((roleId) => !everyone.rolesOf(userId).includes(roleId));
      return add.length > 0 ? [{ kind: 'roles', userId, add, remove: [] }] : [];
    }),
    isPart ? joined(...beyond.people.values()) : beyond.gains,
    everyone,
  );
  return asked.save(db, actor, 'manage:permission:update', isPart);
}

/**
 * Removes one role from a person; a pair that does not exist is no error. What the actor could not give back is asked
 * for.
 * @throws AppError `user.super_admin` for the first administrator, `role.last`, `user.last_admin`
 */
export async function unbindUser(db: Database, actor: Actor, userId: number, roleId: number): Promise<Waiting | null> {
  if (userId === firstAdminUserId) throw new AppError('user.super_admin');
  const work = async () => {
    const held = await roleIdsOf(db, userId);
    if (!held.includes(roleId)) return;
    if (held.length === 1) throw new AppError('role.last');
    await take(db, actor, userId, [roleId]);
  };
  const attempt = await attemptRights(db, actor, work, { writes: 'roles', keeps: 'asked' });
  if (attempt.done) return null;
  const asked = new AskedChanges();
  const { beyond, everyone } = attempt;
  asked.add([{ kind: 'roles', userId, add: [], remove: [roleId] }], beyond.gains, everyone);
  return asked.save(db, actor, 'manage:permission:update', false);
}

/**
 * Sets the roles of a person to `roleIds`; roles that no form shows stay. What the actor may not give or take goes into
 * `asked`, the rest is done.
 * @throws AppError `role.last`, `role.unknown`, `user.super_admin`, `user.last_admin`
 */
export async function setRolesOf(
  db: Database,
  actor: Actor,
  userId: number,
  roleIds: readonly number[],
  asked: AskedChanges,
): Promise<void> {
  if (roleIds.length === 0) throw new AppError('role.last');
  const held = await roleIdsOf(db, userId);
  const added = [...new Set(roleIds)].filter((roleId) => !held.includes(roleId));
  await requireGiven(db, added);
  const shown = (await readRoles(db, { roleIds: held })).filter(isGivenRole).map((role) => role.roleId);
  const removed = shown.filter((roleId) => !roleIds.includes(roleId));
  if (added.length + removed.length === 0) return;
  const change = (add: readonly number[], remove: readonly number[]) =>
    attemptRights(db, actor, () => changeRolesOf(db, actor, userId, add, remove), { writes: 'roles', keeps: 'asked' });
  const whole = await change(added, removed);
  if (whole.done) return;
  const { everyone } = whole;
  const may = new Set((await readRoles(db)).filter((role) => mayGrant(actor, role)).map((role) => role.roleId));
  const add = added.filter((roleId) => may.has(roleId));
  // whoever waits for a role keeps what it replaces
  const remove = add.length < added.length ? [] : removed.filter((roleId) => may.has(roleId));
  const isPart = add.length + remove.length > 0 && (await change(add, remove)).done;
  const rest = (ids: readonly number[], given: readonly number[]) =>
    ids.filter((roleId) => !isPart || !given.includes(roleId)).toSorted((left, right) => left - right);
  const waiting = { kind: 'roles', userId, add: rest(added, add), remove: rest(removed, remove) } as const;
  asked.add([waiting], whole.beyond.gains, everyone);
}

/**
 * Gives and takes roles; call inside a change of rights. @throws AppError `role.unknown`, `role.last`,
 * `user.super_admin`, `user.last_admin`
 */
export async function changeRolesOf(
  db: Database,
  actor: Actor,
  userId: number,
  add: readonly number[],
  remove: readonly number[],
): Promise<void> {
  await requireGiven(db, add);
  if (add.length > 0) await give(db, actor, [userId], add);
  if (remove.length === 0) return;
  await take(db, actor, userId, remove);
  if ((await roleIdsOf(db, userId)).length === 0) throw new AppError('role.last');
}

/** Gives the same roles to many people; call inside a change of rights. @throws AppError `role.unknown` */
export async function giveRoles(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  roleIds: readonly number[],
): Promise<void> {
  await requireGiven(db, roleIds);
  await give(db, actor, userIds, roleIds);
}

/** Who has a role, by id. */
export async function holdersOf(db: Database, roleId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('user_role')
    .select('user_id')
    .where('role_id', '=', roleId)
    .orderBy('user_id')
    .execute();
  return rows.map((row) => row.user_id);
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

const isSuperAdmin = sql<boolean>`(u.user_id = ${firstAdminUserId} or exists (
  select from user_role ur join role r on r.role_id = ur.role_id
  where ur.user_id = u.user_id and ur.role_id = ${superAdminRoleId} and r.status = 1))`;

/** Whether forms offer it. */
export const isGivenRole = (role: { roleType: number; hidden: boolean }): boolean =>
  !role.hidden && givenTypes.includes(role.roleType);

async function requireGiven(db: Database, roleIds: readonly number[]): Promise<void> {
  const roles = (await readRoles(db, { roleIds })).filter(isGivenRole);
  if (roles.length !== new Set(roleIds).size) throw new AppError('role.unknown');
}

async function roleIdsOf(db: Database, userId: number): Promise<number[]> {
  const rows = await db.selectFrom('user_role').select('role_id').where('user_id', '=', userId).execute();
  return rows.map((row) => row.role_id);
}

const give = (db: Database, actor: Actor, userIds: readonly number[], roleIds: readonly number[]): Promise<void> =>
  changingPeople(db, actor, roleIds, () => insertHolders(db, actor, userIds, roleIds));

/** Keeps who had the roles before and after. */
function changingPeople(
  db: Database,
  actor: Actor,
  roleIds: readonly number[],
  work: () => Promise<void>,
): Promise<void> {
  const [first, ...others] = roleIds;
  if (first === undefined) return work();
  return changing(db, actor, 'role_people', String(first), () => changingPeople(db, actor, others, work));
}

async function insertHolders(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  roleIds: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ user_id: number; role_id: number }>`
    insert into user_role (user_id, role_id)
    select u, r from unnest(${userIds}::int[]) u cross join unnest(${roleIds}::int[]) r
    on conflict do nothing
    returning user_id, role_id`.execute(db);
  await rightsChanged(db, [...new Set(rows.map((row) => row.user_id))]);
  const { userId, address } = actor;
  const given = Map.groupBy(rows, (row) => row.user_id);
  await auditEach(
    db,
    { userId, what: 'role.grant', result: 'done', address },
    [...given].map(([holder, pairs]) =>
      subjectOf(
        holder,
        pairs.map((pair) => pair.role_id),
      ),
    ),
  );
}

const take = (db: Database, actor: Actor, userId: number, roleIds: readonly number[]): Promise<void> =>
  changingPeople(db, actor, roleIds, () => deleteHolder(db, actor, userId, roleIds));

async function deleteHolder(db: Database, actor: Actor, userId: number, roleIds: readonly number[]): Promise<void> {
  const fromAdmin = roleIds.includes(superAdminRoleId);
  if (fromAdmin && (userId === firstAdminUserId || !actor.rights.isSuperAdmin)) throw new AppError('user.super_admin');
  await db
    .deleteFrom('user_role')
    .where('user_id', '=', userId)
    .where(sql<boolean>`role_id = any(${roleIds}::int[])`)
    .execute();
  if (fromAdmin) await refuseLastAdmin(db);
  await rightsChanged(db, [userId]);
  const { address } = actor;
  const subject = subjectOf(userId, roleIds);
  await audit(db, { userId: actor.userId, what: 'role.revoke', subject, result: 'done', address });
}

const subjectOf = (userId: number, roleIds: readonly number[]): string =>
  `user ${userId} role ${[...roleIds].toSorted((a, b) => a - b).join(',')}`;
