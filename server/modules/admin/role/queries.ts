import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { menuRows, menuTree } from '#shared/admin/menus.ts';
import { roleTypes, type RoleRow, type RoleType } from '#shared/admin/role-calls.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { Language } from '#shared/i18n/language.ts';
import { mayGrant, readRoles, type RoleGrant } from './grants.ts';

/** Role groups in a person's form, in order (R6.8); 0 holds custom roles. */
const listedTypes = [1, 2, 7, 8, 0] as const;

const typeName = (language: Language, type: (typeof listedTypes)[number]): string =>
  translate(language, `role_type.${type}`);

export const typeList = (language: Language) =>
  roleTypes.map((roleType) => ({ name: typeName(language, roleType), roleType }));

/** All assignable roles, by group, and whether the actor may assign them. */
export async function rolesByGroup(db: Database, actor: Actor, language: Language) {
  const roles = (await readRoles(db, { types: listedTypes })).filter((role) => !role.hidden);
  return listedTypes.map((type) => ({
    name: typeName(language, type),
    pid: type,
    list: roles
      .filter((role) => role.roleType === type)
      .map((role) => {
        const { data, bi } = rulesOf(role);
        return {
          id: role.roleId,
          title: role.roleName,
          remark: role.remark,
          type: role.dataType,
          status: role.status,
          pid: role.roleType,
          label: role.label,
          rules: { crm: data, bi },
          mayGrant: mayGrant(actor, role) ? 1 : 0,
        };
      }),
  }));
}

export async function rolesOfType(db: Database, type: RoleType): Promise<RoleRow[]> {
  const roles = await readRoles(db, { types: [type] });
  return roles
    .filter((role) => !role.hidden)
    .map((role) => ({
      roleId: role.roleId,
      roleName: role.roleName,
      roleType: role.roleType,
      remark: role.remark,
      status: role.status,
      dataType: role.dataType,
      isHidden: 1,
      label: role.label,
      rules: rulesOf(role),
    }));
}

const biModules = new Set<number>(Object.values(menuTree.bi.modules).map((module) => module.id));
const biActions = new Set(menuRows.filter((row) => biModules.has(row.parentId)).map((row) => row.menuId));

/** Functions and analyses separately, as the two trees of the role page show them. */
const rulesOf = (role: RoleGrant) => ({
  data: role.menuIds.filter((menuId) => !biActions.has(menuId)),
  bi: role.menuIds.filter((menuId) => biActions.has(menuId)),
});
