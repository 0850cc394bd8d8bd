import { fresh, newPerson, newRole } from '#server/route-table/example-parts.ts';
import type { Examples } from '#server/route-table/table.ts';

export const roleExamples: Examples = {
  'system/role/getRoleByType': () => ({ body: { roleType: 2 } }),
  'system/role/add': () => ({ body: { roleName: fresh('新角色'), roleType: 2 } }),
  'system/role/update': async (table) => ({ body: { roleId: await newRole(table), roleName: fresh('改角色') } }),
  'system/role/updateRoleMenu': async (table) => ({ body: { id: await newRole(table), type: 1, rules: [28] } }),
  'system/role/copy': async (table) => ({ body: { roleId: await newRole(table) } }),
  'system/role/delete': async (table) => ({ body: { roleId: await newRole(table) } }),
  'system/role/relatedUser': async (table) => ({
    body: { userIds: [await newPerson(table)], roleIds: [await newRole(table)] },
  }),
  'system/role/unbindingUser': async (table) => {
    const roleId = await newRole(table);
    const { userId } = await table.hire({ roles: [11, roleId] });
    return { body: { userId, roleId } };
  },
};
