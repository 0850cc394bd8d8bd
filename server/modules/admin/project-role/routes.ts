import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { workMenu } from '#server/modules/admin/menu/api.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { route, type Around, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { projectRoleCalls } from '#shared/admin/project-role-calls.ts';
import { projectRoles, removeProjectRole, saveProjectRole } from './writes.ts';

interface Confirmable {
  readonly roleId?: number | undefined;
  readonly currentPassword?: string | undefined;
}

export const projectRoleRoutes = ({ pool }: Services): Route[] => {
  /** As with other roles, the caller's identity is confirmed and refusals are recorded (security N11, O6). */
  const administering =
    <I extends Confirmable>(what: string): Around<I> =>
    (call, work) =>
      recordingRefusal(pool.db, call.actor, { what, subject: `role ${call.input.roleId ?? ''}` }, async () => {
        await confirmIdentity(pool.db, call.actor, call.input.currentPassword);
        return work();
      });
  return [
    route(projectRoleCalls.list, ({ db }) => projectRoles(db)),
    route(projectRoleCalls.menus, async ({ language }) => workMenu(language)),
    route(
      projectRoleCalls.save,
      async ({ db, actor, input: { roleId, roleName, remark, rules } }) => ({
        roleId: await saveProjectRole(db, actor, roleId, { roleName, remark: remark ?? '', rules }),
      }),
      administering('project_role.save'),
    ),
    route(
      projectRoleCalls.remove,
      async ({ db, actor, input }) => {
        await removeProjectRole(db, actor, input.roleId);
        return null;
      },
      administering('project_role.delete'),
    ),
  ];
};
