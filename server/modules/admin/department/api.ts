import { AppError } from '#shared/wire/error-codes.ts';
import '#server/platform/access/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';

export { departmentAndBelow } from '#server/modules/admin/department/queries.ts';

/** @throws AppError `dept.unknown` */
export async function requireDepartment(db: Database, deptId: number): Promise<void> {
  const found = await db.selectFrom('department').select('dept_id').where('dept_id', '=', deptId).executeTakeFirst();
  if (!found) throw new AppError('dept.unknown');
}
