export { departmentAndBelow, requireDepartment } from '#server/modules/admin/department/queries.ts';
export { writeDepartment } from '#server/modules/admin/department/writes.ts';
