import { offeredActions } from '#server/modules/admin/menu/api.ts';
import { AskedChanges, attemptRights, changingRights } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { rightsChanged } from '#server/platform/push/rights-changed.ts';
import { changing, created } from '#server/platform/setting-changes/changes.ts';
import { menuRows } from '#shared/admin/menus.ts';
import type { Waiting } from '#shared/admin/rights-change.ts';
import { roleTypes, type RoleType } from '#shared/admin/role-calls.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { copyLevels } from './field-copies.ts';
import { holdersOf } from './holders.ts';
import { readRoles, type RoleGrant } from './grants.ts';

// Every change runs in `attemptRights` or `changingRights`, whose lock serialises changes of the organisation, so that
// what is checked here still holds when it is written.

const changingRoles = <T>(
  db: Database,
  actor: Actor,
  work: () => Promise<T>,
  options?: { readonly keeps: 'refused' },
): Promise<T> => changingRights(db, actor, work, { ...options, writes: 'roles' });

const allMenuIds: ReadonlySet<number> = new Set(menuRows.map((row) => row.menuId));

/** Returns the id of a role without rights and with the narrowest scope. @throws AppError `role.name_taken` */
export const addRole = (db: Database, actor: Actor, roleName: string, roleType: RoleType): Promise<number> =>
  changingRoles(db, actor, async () => {
    await requireFreeName(db, roleType, roleName);
    const roleId = await insert(db, { roleName, roleType, dataType: 1 });
    await record(db, actor, 'role.add', `role ${roleId}`);
    await created(db, actor, 'role', String(roleId));
    return roleId;
  });

/** @throws AppError `role.unknown`, `role.fixed`, `role.name_taken` */
export const renameRole = (db: Database, actor: Actor, roleId: number, roleName: string): Promise<void> =>
  changingRoles(db, actor, () => writeName(db, actor, roleId, roleName));

/** Call inside a change of rights. @throws AppError `role.unknown`, `role.fixed`, `role.name_taken` */
export const writeName = (db: Database, actor: Actor, roleId: number, roleName: string): Promise<void> =>
  changing(db, actor, 'role', String(roleId), async () => {
    const role = await requireEditable(db, roleId);
    if (role.roleName !== roleName) await requireFreeName(db, role.roleType, roleName);
    await db.updateTable('role').set({ role_name: roleName }).where('role_id', '=', roleId).execute();
    await record(db, actor, 'role.rename', `role ${roleId}`);
  });

export interface RoleRights {
  /** Of actions; areas and modules are ignored, because older clients also send the fully selected ones. */
  readonly menuIds: readonly number[];
  /** Unchanged when absent. */
  readonly dataType: DataScope | undefined;
}

/**
 * Replaces the rights of a role within what its group can get; what the actor may not give is asked for.
 * @throws AppError `role.unknown`, `role.fixed`, `rights.kept`, `input.field` for a menu that does not exist or not in
 * this group
 */
export async function setRights(
  db: Database,
  actor: Actor,
  roleId: number,
  rights: RoleRights,
): Promise<Waiting | null> {
  const role = await requireEditable(db, roleId);
  const menuIds = actionsOf(role.roleType, rights.menuIds);
  const dataType = rights.dataType ?? role.dataType;
  const work = () => writeRights(db, actor, roleId, menuIds, dataType);
  const attempt = await attemptRights(db, actor, work, { writes: 'roles', keeps: 'refused' });
  if (attempt.done) return null;
  const { beyond, everyone } = attempt;
  const asked = new AskedChanges();
  const from = { menuIds: [...role.menuIds], dataType: role.dataType };
  asked.add([{ kind: 'role', roleId, menuIds, dataType, from }], beyond.gains, everyone);
  return asked.save(db, actor, 'manage:permission:update', false);
}

/** Writes them; call inside a change of rights. @throws AppError `role.unknown`, `role.fixed` */
export const writeRights = (
  db: Database,
  actor: Actor,
  roleId: number,
  menuIds: readonly number[],
  dataType: number,
): Promise<void> =>
  changing(db, actor, 'role', String(roleId), async () => {
    await requireEditable(db, roleId);
    await db.updateTable('role').set({ data_type: dataType }).where('role_id', '=', roleId).execute();
    await db.deleteFrom('role_menu').where('role_id', '=', roleId).execute();
    await insertMenus(db, roleId, menuIds);
    await rightsChanged(db, await holdersOf(db, roleId));
    await record(db, actor, 'role.rights', `role ${roleId} scope ${dataType} menus ${menuIds.join(',')}`);
  });

/** Returns the id of a role with the same rights. @throws AppError `role.unknown`, `role.fixed`, `rights.lacking` */
export const copyRole = (db: Database, actor: Actor, roleId: number): Promise<number> =>
  changingRoles(db, actor, async () => {
    const role = await requireEditable(db, roleId);
    const copyId = await insert(db, { ...role, roleName: await copyName(db, role) });
    await insertMenus(db, copyId, role.menuIds);
    await copyLevels(db, roleId, copyId);
    await record(db, actor, 'role.copy', `role ${roleId} to ${copyId}`);
    await created(db, actor, 'role', String(copyId));
    return copyId;
  });

/** Removes the role, also from everybody who has it. @throws AppError `role.unknown`, `role.fixed`, `rights.kept` */
export const removeRole = (db: Database, actor: Actor, roleId: number): Promise<void> =>
  changingRoles(db, actor, () => deleteRole(db, actor, roleId), { keeps: 'refused' });

/** Call inside a change of rights. @throws AppError `role.unknown`, `role.fixed` */
export const deleteRole = (db: Database, actor: Actor, roleId: number): Promise<void> =>
  changing(db, actor, 'role', String(roleId), () =>
    changing(db, actor, 'role_people', String(roleId), async () => {
      await requireEditable(db, roleId);
      const holders = await db.deleteFrom('user_role').where('role_id', '=', roleId).returning('user_id').execute();
      await db.deleteFrom('role').where('role_id', '=', roleId).execute();
      const userIds = holders.map((row) => row.user_id);
      await rightsChanged(db, userIds);
      await record(db, actor, 'role.delete', `role ${roleId} users ${userIds.join(',')}`);
    }),
  );

/** Brings a deleted role back under its id, without rights. @throws AppError `role.name_taken` */
export async function restoreRole(
  db: Database,
  actor: Actor,
  roleId: number,
  { roleName, roleType, dataType }: { roleName: string; roleType: number; dataType: DataScope },
): Promise<void> {
  await requireFreeName(db, roleType, roleName);
  await db
    .insertInto('role')
    .values({ role_id: roleId, role_name: roleName, role_type: roleType, data_type: dataType, label: null })
    .execute();
  await record(db, actor, 'role.restore', `role ${roleId}`);
}

/** Roles of the role page; the administrator's and the project administrator's are fixed (R6.10). */
export async function requireEditable(db: Database, roleId: number): Promise<RoleGrant & { roleType: RoleType }> {
  const [role] = await readRoles(db, { roleIds: [roleId], types: roleTypes });
  if (!role || role.hidden) throw new AppError('role.unknown');
  if (role.remark === 'admin' || role.remark === 'project') throw new AppError('role.fixed');
  return { ...role, roleType: role.roleType as RoleType };
}

function actionsOf(type: RoleType, menuIds: readonly number[]): number[] {
  const offered = offeredActions(type);
  const actions = new Set(menuRows.flatMap((row) => (row.permission ? [row.menuId] : [])));
  for (const menuId of menuIds) {
    if (!allMenuIds.has(menuId) || (actions.has(menuId) && !offered.has(menuId))) {
      throw new AppError('input.field', { parameter: 'rules' });
    }
  }
  return [...new Set(menuIds)].filter((menuId) => offered.has(menuId)).toSorted((left, right) => left - right);
}

async function requireFreeName(db: Database, roleType: number, roleName: string): Promise<void> {
  if (await isTaken(db, roleType, roleName)) throw new AppError('role.name_taken');
}

async function isTaken(db: Database, roleType: number, roleName: string): Promise<boolean> {
  const duplicate = await db
    .selectFrom('role')
    .select('role_id')
    .where('role_type', '=', roleType)
    .where('role_name', '=', roleName)
    .executeTakeFirst();
  return duplicate !== undefined;
}

async function copyName(db: Database, role: RoleGrant): Promise<string> {
  for (let count = 1; ; count += 1) {
    const name = `${role.roleName.slice(0, 44)}(${count})`;
    if (!(await isTaken(db, role.roleType, name))) return name;
  }
}

async function insert(
  db: Database,
  role: { roleName: string; roleType: RoleType; dataType: DataScope },
): Promise<number> {
  const row = await db
    .insertInto('role')
    .values({ role_name: role.roleName, role_type: role.roleType, data_type: role.dataType, label: null })
    .returning('role_id')
    .executeTakeFirstOrThrow();
  return row.role_id;
}

async function insertMenus(db: Database, roleId: number, menuIds: readonly number[]): Promise<void> {
  if (menuIds.length === 0) return;
  await db
    .insertInto('role_menu')
    .values(menuIds.map((menuId) => ({ role_id: roleId, menu_id: menuId })))
    .execute();
}

const record = (db: Database, actor: Actor, what: string, subject: string): Promise<void> =>
  audit(db, { userId: actor.userId, what, subject, result: 'done', address: actor.address });
