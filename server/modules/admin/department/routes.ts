import { tellWaiting } from '#server/modules/admin/rights/api.ts';
import { addDepartment, removeDepartment, updateDepartment } from '#server/modules/admin/department/writes.ts';
import { allDepartments, asTree, idsFrom } from '#server/modules/admin/department/queries.ts';
import { departmentsInScope } from '#server/modules/admin/department/scope.ts';
import { route, type Route } from '#server/platform/http/route.ts';
import { departmentCalls } from '#shared/admin/department-calls.ts';

export const departmentRoutes = (): Route[] => [
  route(departmentCalls.tree, async ({ db, input }) => {
    const all = await allDepartments(db);
    if (input.type === 'tree') return asTree(all);
    if (input.type !== 'update' || input.id === undefined) return all;
    const without = await idsFrom(db, input.id);
    return all.filter((node) => !without.has(node.id));
  }),
  route(departmentCalls.byAuth, async ({ db, actor }) => departmentsInScope(db, actor)),
  route(departmentCalls.add, async ({ db, actor, input }) => ({ deptId: await addDepartment(db, actor, input) })),
  route(
    departmentCalls.update,
    async ({ db, actor, input }) => {
      const waiting = await updateDepartment(db, actor, input);
      return waiting && { waiting };
    },
    async (_call, work) => tellWaiting(await work()),
  ),
  route(departmentCalls.remove, async ({ db, actor, input }) => {
    await removeDepartment(db, actor, input.id);
    return null;
  }),
];
