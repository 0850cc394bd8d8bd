import { workActions } from '#server/modules/admin/menu/api.ts';
import { changingRights } from '#server/modules/admin/rights/api.ts';
import { readRoles } from '#server/modules/admin/role/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { projectRoleTypes, type ProjectRole } from '#shared/admin/project-role-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';

export interface ProjectRoleValue {
  readonly roleName: string;
  readonly remark: string;
  /** Ids of actions in a project, in their order. */
  readonly rules: readonly number[];
}

/** Those that can be given to members, the built-in ones first. */
export async function projectRoles(db: Database, roleIds?: readonly number[]): Promise<ProjectRole[]> {
  const roles = await readRoles(db, { types: Object.values(projectRoleTypes), ...(roleIds && { roleIds }) });
  return roles
    .filter(({ hidden }) => !hidden)
    .map(({ roleId, roleName, roleType, remark, menuIds }) => ({
      roleId,
      roleName,
      roleType,
      remark,
      rules: [...menuIds],
    }))
    .toSorted((left, right) => left.roleType - right.roleType || left.roleId - right.roleId);
}

/**
 * Creates a role without `roleId`, else replaces it. Returns its id.
 * @throws AppError `role.unknown`, `role.fixed`, `role.name_taken`, `rights.lacking`, `rights.kept`, `input.field` for what
 * is no right in a project
 */
export function saveProjectRole(
  db: Database,
  actor: Actor,
  roleId: number | undefined,
  value: ProjectRoleValue,
): Promise<number> {
  const given = { ...value, rules: actionsOf(value.rules) };
  return changingRights(
    db,
    actor,
    async () => {
      if (roleId === undefined) {
        const newId = await insertRole(db, given);
        await record(db, actor, 'project_role.add', newId, given.rules);
        await created(db, actor, 'project_role', String(newId));
        return newId;
      }
      await changing(db, actor, 'project_role', String(roleId), () => replaceRole(db, actor, roleId, given));
      return roleId;
    },
    { keeps: 'refused' },
  );
}

/** @throws AppError `role.unknown`, `role.fixed`, `rights.kept` */
export const removeProjectRole = (db: Database, actor: Actor, roleId: number): Promise<void> =>
  changingRights(
    db,
    actor,
    () => changing(db, actor, 'project_role', String(roleId), () => deleteProjectRole(db, actor, roleId)),
    { keeps: 'refused' },
  );

/** Call inside a change of rights. @throws AppError `role.unknown`, `role.fixed`, `role.name_taken` */
export async function replaceRole(db: Database, actor: Actor, roleId: number, value: ProjectRoleValue): Promise<void> {
  await requireOwn(db, roleId);
  await requireFreeName(db, value.roleName, roleId);
  await db
    .updateTable('role')
    .set({ role_name: value.roleName, remark: value.remark })
    .where('role_id', '=', roleId)
    .execute();
  await db.deleteFrom('role_menu').where('role_id', '=', roleId).execute();
  await insertRules(db, roleId, value.rules);
  await record(db, actor, 'project_role.update', roleId, value.rules);
}

/** Call inside a change of rights. @throws AppError `role.unknown`, `role.fixed` */
export async function deleteProjectRole(db: Database, actor: Actor, roleId: number): Promise<void> {
  const { rules } = await requireOwn(db, roleId);
  // members of projects who have it get the built-in role 编辑 here, once there are members
  await db.deleteFrom('role').where('role_id', '=', roleId).execute();
  await record(db, actor, 'project_role.delete', roleId, rules);
}

/** Returns the id; call inside a change of rights. `roleId` brings a deleted one back. @throws AppError `role.name_taken` */
export async function insertRole(db: Database, value: ProjectRoleValue, roleId?: number): Promise<number> {
  await requireFreeName(db, value.roleName);
  const row = await db
    .insertInto('role')
    .values({
      ...(roleId !== undefined && { role_id: roleId }),
      role_name: value.roleName,
      role_type: projectRoleTypes.own,
      data_type: 1,
      remark: value.remark,
      label: null,
    })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  await insertRules(db, row.role_id, value.rules);
  return row.role_id;
}

async function requireOwn(db: Database, roleId: number): Promise<ProjectRole> {
  const [role] = await projectRoles(db, [roleId]);
  if (!role) throw new AppError('role.unknown');
  if (role.roleType === projectRoleTypes.builtIn) throw new AppError('role.fixed');
  return role;
}

/** Members choose among the built-in ones and the company's own, so that no two of these share a name. */
async function requireFreeName(db: Database, roleName: string, roleId?: number): Promise<void> {
  const taken = await db
    .selectFrom('role')
    .select('role_id')
    .where('role_type', 'in', Object.values(projectRoleTypes))
    .where('role_name', '=', roleName)
    .execute();
  if (taken.some((row) => row.role_id !== roleId)) throw new AppError('role.name_taken');
}

function actionsOf(menuIds: readonly number[]): number[] {
  const { actions, all } = workActions();
  if (menuIds.some((menuId) => !all.has(menuId))) throw new AppError('input.field', { parameter: 'rules' });
  return [...new Set(menuIds)].filter((menuId) => actions.has(menuId)).toSorted((left, right) => left - right);
}

async function insertRules(db: Database, roleId: number, rules: readonly number[]): Promise<void> {
  if (rules.length === 0) return;
  await db
    .insertInto('role_menu')
    .values(rules.map((menuId) => ({ role_id: roleId, menu_id: menuId })))
    .execute();
}

const record = (db: Database, actor: Actor, what: string, roleId: number, rules: readonly number[]): Promise<void> =>
  audit(db, {
    userId: actor.userId,
    what,
    subject: `role ${roleId} menus ${rules.join(',')}`,
    result: 'done',
    address: actor.address,
  });
