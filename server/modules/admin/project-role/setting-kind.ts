import { changingRights } from '#server/modules/admin/rights/api.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { SettingKind } from '#server/platform/setting-changes/setting-kind.ts';
import { menuRows } from '#shared/admin/menus.ts';
import { translate } from '#shared/i18n/translate.ts';
import { deleteProjectRole, insertRole, projectRoles, replaceRole, type ProjectRoleValue } from './writes.ts';

/** What members of a project may do. Taking a change back is a change of rights like any other. */
export const projectRoleKind: SettingKind<ProjectRoleValue> = {
  name: 'project_role',
  title: 'page.project_roles',
  access: ['manage:work:update'],
  hold: organisationChanged,
  nameOf: async (db, item) => (await projectRoles(db, [Number(item)]))[0]?.roleName ?? '',
  read: async (db, item) => {
    const [role] = await projectRoles(db, [Number(item)]);
    return role ? { roleName: role.roleName, remark: role.remark, rules: role.rules } : null;
  },
  write: (db, actor, item, value) =>
    changingRights(
      db,
      actor,
      async () => {
        const roleId = Number(item);
        if (!value) return deleteProjectRole(db, actor, roleId);
        const [role] = await projectRoles(db, [roleId]);
        if (role) await replaceRole(db, actor, roleId, value);
        else await insertRole(db, value, roleId);
      },
      { keeps: 'refused' },
    ),
  linesOf: async (_db, { roleName, remark, rules }, language) => {
    const words = menuRows
      .filter(({ menuId }) => rules.includes(menuId))
      .map(({ zh, en }) => (language === 'en' ? en : zh));
    return new Map([
      [translate(language, 'project_role.name'), roleName],
      [translate(language, 'project_role.remark'), remark],
      [translate(language, 'project_role.rules'), words.join(translate(language, 'rights.comma'))],
    ]);
  },
};
