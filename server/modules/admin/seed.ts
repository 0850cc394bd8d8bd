import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { seededRoles } from '#shared/admin/seeded-roles.ts';

/** Roles that people add are numbered from here (migration 0005). */
const firstOwnRole = 100;

/** The first department and the roles of the reference with their grants; what is there already stays as it is. */
export async function seedOrganisation(db: Database): Promise<void> {
  const known = await db.selectFrom('role').select('role_id').where('role_id', '<', firstOwnRole).execute();
  const there = new Set(known.map((row) => row.role_id));
  await db
    .insertInto('department')
    .values({ dept_id: 1, name: '办公室', pid: 0, num: 1, remark: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const role of seededRoles) {
    if (there.has(role.roleId)) continue;
    await db
      .insertInto('role')
      .values({
        role_id: role.roleId,
        role_name: role.roleName,
        role_type: role.roleType,
        data_type: role.dataType,
        remark: role.remark,
        label: role.label,
        hidden: role.hidden,
      })
      .execute();
    if (role.menuIds.length > 0) {
      await db
        .insertInto('role_menu')
        .values([...new Set(role.menuIds)].map((menuId) => ({ role_id: role.roleId, menu_id: menuId })))
        .execute();
    }
  }
}
