import { sql } from 'kysely';
import '#server/platform/access/tables.ts';
import type { z } from 'zod';
import { requireDepartment } from '#server/modules/admin/department/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { setOneTimePassword } from '#server/platform/session/credentials.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { permissionByMenuId } from '#shared/admin/menus.ts';
import { firstAdminUserId, superAdminRoleId } from '#shared/admin/seeded-roles.ts';
import type { userCalls } from '#shared/admin/user-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

type AddInput = z.output<typeof userCalls.add.input>;
type SetInput = z.output<typeof userCalls.set.input>;

/** Changes of staff run one after the other: the last administrator and the line of superiors are checked in peace. */
const lockStaff = (db: Database) => sql`select pg_advisory_xact_lock(7420022)`.execute(db);

const log = (db: Database, actor: Actor, what: string, userId: number) =>
  audit(db, { userId: actor.userId, what, subject: `user ${userId}`, result: 'done', address: actor.address });

/** Nobody gives rights that they lack; the administrators' role is theirs alone to give (security A15). */
async function requireGrantable(db: Database, actor: Actor, roleIds: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('role as r')
    .leftJoin('role_menu as rm', 'rm.role_id', 'r.role_id')
    .where('r.role_id', 'in', [...roleIds])
    .select(['r.role_id', sql<number[]>`array_remove(array_agg(rm.menu_id), null)`.as('menus')])
    .groupBy('r.role_id')
    .execute();
  if (rows.length !== new Set(roleIds).size) throw new AppError('role.unknown');
  if (actor.rights.isSuperAdmin) return;
  for (const row of rows) {
    const permissions = row.menus.flatMap((menuId) => permissionByMenuId.get(menuId) ?? []);
    if (row.role_id === superAdminRoleId || !permissions.every((permission) => actor.mayDo(permission)))
      throw new AppError('access.grant');
  }
}

async function requireSuperior(db: Database, userId: number | null, parentId: number): Promise<void> {
  if (parentId === 0) return;
  const { rows } = await sql<{ user_id: number }>`
    with recursive above as (
      select user_id, parent_id from app_user where user_id = ${parentId}
      union select u.user_id, u.parent_id from app_user u join above a on u.user_id = a.parent_id
    ) select user_id from above`.execute(db);
  if (rows.length === 0) throw new AppError('user.unknown');
  if (userId !== null && rows.some((row) => row.user_id === userId)) throw new AppError('user.superior');
}

async function requireFreeUsername(db: Database, username: string, except: number): Promise<void> {
  const taken = await db
    .selectFrom('app_user')
    .select('user_id')
    .where(sql`lower(username)`, '=', username.toLowerCase())
    .where('user_id', '<>', except)
    .executeTakeFirst();
  if (taken) throw new AppError('user.username_taken');
}

/** At least one person who is not disabled keeps the administrators' role. */
async function requireAdminLeft(db: Database): Promise<void> {
  const left = await db
    .selectFrom('app_user as u')
    .innerJoin('user_role as ur', 'ur.user_id', 'u.user_id')
    .where('ur.role_id', '=', superAdminRoleId)
    .where('u.status', '<>', 0)
    .select('u.user_id')
    .executeTakeFirst();
  if (!left) throw new AppError('user.last_admin');
}

/** The people asked for; the first administrator and, for others than administrators, all administrators are out of reach. */
async function requireReachable(db: Database, actor: Actor, userIds: readonly number[]): Promise<void> {
  const rows = await db
    .selectFrom('app_user as u')
    .where('u.user_id', 'in', [...userIds])
    .select((eb) => [
      'u.user_id',
      eb
        .exists(
          eb
            .selectFrom('user_role as ur')
            .select('ur.role_id')
            .whereRef('ur.user_id', '=', 'u.user_id')
            .where('ur.role_id', '=', superAdminRoleId),
        )
        .as('is_admin'),
    ])
    .execute();
  if (rows.length !== new Set(userIds).size) throw new AppError('user.unknown');
  const isFirst = (userId: number) => userId === firstAdminUserId && actor.userId !== firstAdminUserId;
  if (rows.some((row) => isFirst(row.user_id) || (Boolean(row.is_admin) && !actor.rights.isSuperAdmin)))
    throw new AppError('user.super_admin');
}

const setRoles = async (db: Database, userId: number, roleIds: readonly number[]): Promise<void> => {
  await db.deleteFrom('user_role').where('user_id', '=', userId).execute();
  await db
    .insertInto('user_role')
    .values([...new Set(roleIds)].map((roleId) => ({ user_id: userId, role_id: roleId })))
    .execute();
};

/** Adds a person; the password works once and dies after 24 h (security N12). */
export async function addUser(db: Database, actor: Actor, input: AddInput): Promise<number> {
  await lockStaff(db);
  await requireFreeUsername(db, input.username, 0);
  await requireDepartment(db, input.deptId);
  await requireSuperior(db, null, input.parentId ?? 0);
  await requireGrantable(db, actor, input.roleIds);
  const { user_id: userId } = await db
    .insertInto('app_user')
    .values({
      username: input.username,
      mobile: input.username,
      realname: input.realname,
      password_hash: '',
      sex: input.sex ?? 0,
      email: input.email ?? '',
      dept_id: input.deptId,
      post: input.post ?? '',
      parent_id: input.parentId ?? 0,
      status: 2,
    })
    .returning('user_id')
    .executeTakeFirstOrThrow();
  await setOneTimePassword(db, userId, input.password);
  await setRoles(db, userId, input.roleIds);
  await organisationChanged(db);
  await log(db, actor, 'user.add', userId);
  return userId;
}

/** Changes what was sent. */
export async function setUser(db: Database, actor: Actor, input: SetInput): Promise<void> {
  await lockStaff(db);
  await requireReachable(db, actor, [input.userId]);
  const row = await db.selectFrom('app_user').selectAll().where('user_id', '=', input.userId).executeTakeFirstOrThrow();
  if (input.username !== undefined && input.username !== row.username) throw new AppError('user.username_fixed');
  if (input.deptId !== undefined) await requireDepartment(db, input.deptId);
  if (input.parentId !== undefined) await requireSuperior(db, input.userId, input.parentId);
  await db
    .updateTable('app_user')
    .set({
      realname: input.realname ?? row.realname,
      sex: input.sex ?? row.sex,
      email: input.email ?? row.email,
      dept_id: input.deptId ?? row.dept_id,
      post: input.post ?? row.post,
      parent_id: input.parentId ?? row.parent_id,
    })
    .where('user_id', '=', input.userId)
    .execute();
  if (input.roleIds !== undefined) {
    const former = await db.selectFrom('user_role').select('role_id').where('user_id', '=', input.userId).execute();
    await requireGrantable(db, actor, [...new Set([...input.roleIds, ...former.map((one) => one.role_id)])]);
    await setRoles(db, input.userId, input.roleIds);
    await requireAdminLeft(db);
  }
  await organisationChanged(db);
  await log(db, actor, 'user.change', input.userId);
}

/** Disabling ends the logins at once (security N5). */
export async function setStatus(db: Database, actor: Actor, userIds: readonly number[], status: number): Promise<void> {
  await lockStaff(db);
  await requireReachable(db, actor, userIds);
  if (status === 0 && userIds.includes(firstAdminUserId)) throw new AppError('user.super_admin');
  await db
    .updateTable('app_user')
    .set({ status })
    .where('user_id', 'in', [...userIds])
    .execute();
  if (status === 0) {
    await requireAdminLeft(db);
    await endLogins(db, { userIds: [...userIds], reason: 'disabled' });
  }
  await organisationChanged(db);
  for (const userId of userIds) await log(db, actor, `user.status ${status}`, userId);
}

export async function setAgent(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  agentFlag: number,
): Promise<void> {
  await requireReachable(db, actor, userIds);
  await db
    .updateTable('app_user')
    .set({ agent_flag: agentFlag })
    .where('user_id', 'in', [...userIds])
    .execute();
  await organisationChanged(db);
}

/** Gives one-time passwords and ends the logins (security N12). */
export async function resetPasswords(
  db: Database,
  actor: Actor,
  userIds: readonly number[],
  password: string,
): Promise<void> {
  await requireReachable(db, actor, userIds);
  for (const userId of new Set(userIds)) {
    await setOneTimePassword(db, userId, password);
    await log(db, actor, 'user.password', userId);
  }
  await endLogins(db, { userIds: [...userIds], reason: 'password' });
}

/** A new login name goes with a new one-time password. */
export async function renameUser(
  db: Database,
  actor: Actor,
  input: { id: number; username: string; password: string },
): Promise<void> {
  await requireReachable(db, actor, [input.id]);
  const row = await db
    .selectFrom('app_user')
    .select('username')
    .where('user_id', '=', input.id)
    .executeTakeFirstOrThrow();
  if (row.username === input.username) throw new AppError('user.username_same');
  await requireFreeUsername(db, input.username, input.id);
  await db
    .updateTable('app_user')
    .set({ username: input.username, mobile: input.username })
    .where('user_id', '=', input.id)
    .execute();
  await setOneTimePassword(db, input.id, input.password);
  await endLogins(db, { userIds: [input.id], reason: 'password' });
  await log(db, actor, 'user.rename', input.id);
}
