import '#server/platform/access/tables.ts';

import { isGivenRole, mayGrant, readRoles, superAdminsAmong } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { firstAdminUserId } from '#shared/admin/seeded-roles.ts';

export interface StaffPerson {
  readonly userId: number;
  readonly username: string;
  readonly realname: string;
  readonly num: string;
  readonly sex: number;
  readonly email: string;
  readonly post: string;
  readonly deptId: number;
  /** 0 without one. */
  readonly parentId: number;
  readonly isDisabled: boolean;
  /** Names of the roles that forms show. */
  readonly roles: readonly string[];
  /** Whether the actor may change this person at all. */
  readonly isReachable: boolean;
}

export interface StaffRole {
  readonly roleId: number;
  readonly name: string;
  /** Whether the actor may give it at once. */
  readonly isGranted: boolean;
}

/** Staff, departments and roles at one moment. */
export interface StaffState {
  readonly departments: readonly { readonly deptId: number; readonly name: string; readonly pid: number }[];
  readonly people: readonly StaffPerson[];
  readonly roles: readonly StaffRole[];
}

/** Reads it, in the order of the departments and of the people's ids. */
export async function readState(db: Database, actor: Actor): Promise<StaffState> {
  const departments = await db
    .selectFrom('department')
    .select(['dept_id as deptId', 'name', 'pid'])
    .orderBy('num')
    .orderBy('dept_id')
    .execute();
  const roles = (await readRoles(db))
    .filter(isGivenRole)
    .map((role) => ({ roleId: role.roleId, name: role.roleName, isGranted: mayGrant(actor, role) }));
  const nameOf = new Map(roles.map(({ roleId, name }) => [roleId, name]));
  const users = await db.selectFrom('app_user').selectAll().orderBy('user_id').execute();
  const held = await db.selectFrom('user_role').selectAll().orderBy('role_id').execute();
  const rolesOf = Map.groupBy(held, (pair) => pair.user_id);
  const admins = new Set(
    await superAdminsAmong(
      db,
      users.map((user) => user.user_id),
    ),
  );
  const isReachable = (userId: number): boolean =>
    userId === firstAdminUserId ? actor.userId === userId : actor.rights.isSuperAdmin || !admins.has(userId);
  return {
    departments,
    roles,
    people: users.map((user) => ({
      userId: user.user_id,
      username: user.username,
      realname: user.realname,
      num: user.num,
      sex: user.sex,
      email: user.email,
      post: user.post,
      deptId: user.dept_id,
      parentId: user.parent_id,
      isDisabled: user.status === 0,
      roles: (rolesOf.get(user.user_id) ?? []).flatMap((pair) => nameOf.get(pair.role_id) ?? []),
      isReachable: isReachable(user.user_id),
    })),
  };
}
