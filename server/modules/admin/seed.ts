import '#server/platform/access/tables.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { seededRoles } from '#shared/admin/seeded-roles.ts';

/**
 * The first department and the roles of R6.7 with their grants, for a company that has no role yet. Afterwards the
 * company owns them: the next start restores nothing that was changed or removed.
 */
export async function seedOrganisation(db: Database): Promise<void> {
  // two processes that start at once wait for each other here
  await organisationChanged(db);
  const known = await db.selectFrom('role').select('role_id').limit(1).executeTakeFirst();
  if (known) return;
  await db
    .insertInto('department')
    .values({ dept_id: 1, name: '办公室', pid: 0, num: 1, remark: '' })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  for (const role of seededRoles) {
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
    if (role.menuIds.length === 0) continue;
    await db
      .insertInto('role_menu')
      .values([...new Set(role.menuIds)].map((menuId) => ({ role_id: role.roleId, menu_id: menuId })))
      .execute();
  }
}
