import { z } from 'zod';
import { doneOrWaiting, waits } from '#shared/admin/rights-change.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, maxId, optionalId, optionalText, text } from '#shared/wire/values.ts';

/** A department in a picker or the tree; the last three fields only with `type` `tree` (R5.8). */
export const departmentNode = z.object({
  id: z.int(),
  name: z.string(),
  /** 0 at the top. */
  pid: z.int(),
  label: z.string().optional(),
  /** 1 at the top. */
  level: z.int().optional(),
  get children() {
    return z.array(departmentNode).optional();
  },
});
export type DepartmentNode = z.output<typeof departmentNode>;

const name = text(50).refine((value) => value !== '');
/** 0 or empty means the top. */
const above = z.preprocess(
  (value) => (value === '' || value === null ? 0 : value),
  z.coerce.number().int().min(0).max(maxId),
);
const order = z.coerce.number().int().min(0).max(1_000_000);

export const departmentCalls = {
  tree: endpoint({
    path: 'system/dept/queryDeptTree',
    access: 'login',
    ids: { id: 'dept' },
    input: z.object({
      /** Empty or `save`: flat; `tree`: nested; `update`: flat without `id` and its descendants. */
      type: optionalText(20),
      id: optionalId,
    }),
    output: z.array(departmentNode),
  }),
  /** The departments in the caller's widest data scope. */
  byAuth: endpoint({
    path: 'system/dept/queryDeptByAuth',
    access: 'login',
    input: z.object({}),
    output: z.array(departmentNode),
  }),
  add: endpoint({
    path: 'system/dept/addDept',
    access: 'manage:users:deptSave',
    effect: 'write',
    idempotent: { unless: null },
    ids: { pid: 'dept' },
    input: z.object({ name, pid: above.optional(), num: order.optional() }),
    output: z.object({ deptId: z.int() }),
    codes: ['dept.unknown', 'dept.name_taken'],
  }),
  update: endpoint({
    path: 'system/dept/updateDept',
    access: 'manage:users:deptUpdate',
    effect: 'write',
    ids: { deptId: 'dept', pid: 'dept' },
    input: z.object({ deptId: id, name: name.optional(), pid: above.optional(), num: order.optional() }),
    output: doneOrWaiting,
    codes: ['dept.unknown', 'dept.name_taken', 'dept.cycle', ...waits],
  }),
  remove: endpoint({
    path: 'system/dept/deleteDept',
    access: 'manage:users:deptDelete',
    effect: 'write',
    ids: { id: 'dept' },
    input: z.object({ id }),
    output: done,
    codes: ['dept.unknown', 'dept.has_users', 'dept.has_children'],
  }),
};
