import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';
import { projectRoleTypes } from '#shared/admin/project-role-calls.ts';

const ownRole = async ({ company }: Table): Promise<number> =>
  (
    await company.db
      .insertInto('role')
      .values({ role_name: fresh('项目角色'), role_type: projectRoleTypes.own, data_type: 1, label: null })
      .returning('role_id')
      .executeTakeFirstOrThrow()
  ).role_id;

export const projectRoleExamples: Examples = {
  'system/role/setWorkRole': () => ({ body: { roleName: fresh('项目角色'), remark: '', rules: [139] } }),
  'system/role/deleteWorkRole': async (table) => ({ body: { roleId: await ownRole(table) } }),
};
