import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import type { Services } from '#server/platform/services.ts';
import { roleCalls } from '#shared/admin/role-calls.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import { relateUsers, unbindUser } from './holders.ts';
import { rolesByGroup, rolesOfType, typeList } from './queries.ts';
import { addRole, copyRole, removeRole, renameRole, setRights } from './writes.ts';

export const roleRoutes = ({ pool }: Services): Route[] => {
  /** Role administration asks who it is, and records what it refuses (security N11, O6). */
  const administering = <T>(
    call: { readonly actor: Actor; readonly input: { readonly currentPassword?: string | undefined } },
    attempt: { readonly what: string; readonly subject?: string },
    work: () => Promise<T>,
  ): Promise<T> =>
    recordingRefusal(pool.db, call.actor, attempt, async () => {
      await confirmIdentity(pool.db, call.actor, call.input.currentPassword);
      return work();
    });
  return [
    route(roleCalls.all, ({ db, language }) => rolesByGroup(db, language)),
    route(roleCalls.types, async ({ language }) => typeList(language)),
    route(roleCalls.byType, ({ db, input }) => rolesOfType(db, input.roleType)),
    route(roleCalls.add, (call) =>
      administering(call, { what: 'role.add' }, async () => ({
        roleId: await addRole(call.db, call.actor, call.input.roleName, call.input.roleType),
      })),
    ),
    route(roleCalls.update, (call) =>
      administering(call, { what: 'role.rename', subject: `role ${call.input.roleId}` }, async () => {
        await renameRole(call.db, call.actor, call.input.roleId, call.input.roleName);
        return 1;
      }),
    ),
    route(roleCalls.updateMenu, (call) =>
      administering(call, { what: 'role.rights', subject: `role ${call.input.id}` }, async () => {
        const { id, rules, type } = call.input;
        await setRights(call.db, call.actor, id, { menuIds: rules, dataType: type as DataScope | undefined });
        return null;
      }),
    ),
    route(roleCalls.copy, (call) =>
      administering(call, { what: 'role.copy', subject: `role ${call.input.roleId}` }, async () => ({
        roleId: await copyRole(call.db, call.actor, call.input.roleId),
      })),
    ),
    route(roleCalls.remove, (call) =>
      administering(call, { what: 'role.delete', subject: `role ${call.input.roleId}` }, async () => {
        await removeRole(call.db, call.actor, call.input.roleId);
        return null;
      }),
    ),
    route(roleCalls.relateUsers, (call) =>
      administering(
        call,
        { what: 'role.grant', subject: `user ${call.input.userIds.join(',')} role ${call.input.roleIds.join(',')}` },
        async () => {
          await relateUsers(call.db, call.actor, call.input.userIds, call.input.roleIds);
          return null;
        },
      ),
    ),
    route(roleCalls.unbindUser, (call) =>
      administering(
        call,
        { what: 'role.revoke', subject: `user ${call.input.userId} role ${call.input.roleId}` },
        async () => {
          await unbindUser(call.db, call.actor, call.input.userId, call.input.roleId);
          return null;
        },
      ),
    ),
  ];
};
