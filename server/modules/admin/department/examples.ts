import { fresh } from '#server/route-table/example-parts.ts';
import type { Examples, Table } from '#server/route-table/table.ts';

async function newDepartment({ company }: Table): Promise<number> {
  const row = await company.db
    .insertInto('department')
    .values({ name: fresh('部门'), pid: 1, num: 0, remark: '' })
    .returning('dept_id')
    .executeTakeFirstOrThrow();
  return row.dept_id;
}

export const departmentExamples: Examples = {
  'system/dept/addDept': () => ({ body: { name: fresh('新部门'), pid: 1 } }),
  'system/dept/updateDept': async (table) => ({ body: { deptId: await newDepartment(table), name: fresh('改部门') } }),
  'system/dept/deleteDept': async (table) => ({ body: { id: await newDepartment(table) } }),
};
