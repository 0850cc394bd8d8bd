import { confirmIdentity } from '#server/modules/admin/confirmation.ts';
import { recordingRefusal } from '#server/modules/admin/refusals.ts';
import { tellWaiting } from '#server/modules/admin/rights/api.ts';
import { route, type Around, type Route } from '#server/platform/http/route.ts';
import { typeOfFields } from '#server/record/registry.ts';
import type { Services } from '#server/platform/services.ts';
import { roleCalls } from '#shared/admin/role-calls.ts';
import { roleFieldCalls } from '#shared/admin/role-field-calls.ts';
import type { DataScope } from '#shared/admin/seeded-roles.ts';
import { levelsOf, saveLevels } from './field-levels.ts';
import { relateUsers, unbindUser } from './holders.ts';
import { rolesByGroup, rolesOfType, typeList } from './queries.ts';
import { addRole, copyRole, removeRole, renameRole, setRights } from './writes.ts';

interface Confirmable {
  readonly currentPassword?: string | undefined;
}

export const roleRoutes = ({ pool }: Services): Route[] => {
  /** Role administration confirms the caller's identity and records its refusals (security N11, O6). */
  const administering =
    <I extends Confirmable>(what: string, subject: (input: I) => string = () => ''): Around<I> =>
    (call, work) =>
      recordingRefusal(pool.db, call.actor, { what, subject: subject(call.input) }, async () => {
        await confirmIdentity(pool.db, call.actor, call.input.currentPassword);
        return tellWaiting(await work());
      });
  const ofRole = ({ roleId }: Confirmable & { readonly roleId: number }): string => `role ${roleId}`;
  return [
    route(roleCalls.all, ({ db, actor, language }) => rolesByGroup(db, actor, language)),
    route(roleCalls.types, async ({ language }) => typeList(language)),
    route(roleCalls.byType, ({ db, input }) => rolesOfType(db, input.roleType)),
    route(
      roleCalls.add,
      async ({ db, actor, input }) => ({ roleId: await addRole(db, actor, input.roleName, input.roleType) }),
      administering('role.add'),
    ),
    route(
      roleCalls.update,
      async ({ db, actor, input }) => {
        await renameRole(db, actor, input.roleId, input.roleName);
        return 1;
      },
      administering('role.rename', ofRole),
    ),
    route(
      roleCalls.updateMenu,
      async ({ db, actor, input: { id, rules, type } }) => {
        const waiting = await setRights(db, actor, id, { menuIds: rules, dataType: type as DataScope | undefined });
        return waiting && { waiting };
      },
      administering('role.rights', ({ id }) => `role ${id}`),
    ),
    route(
      roleCalls.copy,
      async ({ db, actor, input }) => ({ roleId: await copyRole(db, actor, input.roleId) }),
      administering('role.copy', ofRole),
    ),
    route(
      roleCalls.remove,
      async ({ db, actor, input }) => {
        await removeRole(db, actor, input.roleId);
        return null;
      },
      administering('role.delete', ofRole),
    ),
    route(
      roleCalls.relateUsers,
      async ({ db, actor, input }) => {
        const waiting = await relateUsers(db, actor, input.userIds, input.roleIds);
        return waiting && { waiting };
      },
      administering('role.grant', ({ userIds, roleIds }) => `user ${userIds.join(',')} role ${roleIds.join(',')}`),
    ),
    route(
      roleCalls.unbindUser,
      async ({ db, actor, input }) => {
        const waiting = await unbindUser(db, actor, input.userId, input.roleId);
        return waiting && { waiting };
      },
      administering('role.revoke', ({ userId, roleId }) => `user ${userId} role ${roleId}`),
    ),
    route(roleFieldCalls.list, async ({ db, actor, input }) =>
      levelsOf(db, actor, input.roleId, typeOfFields(input.label)),
    ),
    route(
      roleFieldCalls.save,
      async ({ db, actor, input }) => {
        const waiting = await saveLevels(db, actor, input.roleId, typeOfFields(input.label), input.data);
        return waiting && { waiting };
      },
      administering('role.fields', ofRole),
    ),
  ];
};
