import { z } from 'zod';
import { doneOrWaiting, waits } from '#shared/admin/rights-change.ts';
import { currentPassword, unconfirmed } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, flag, id, idList, nothing, text } from '#shared/wire/values.ts';

/** Role groups on the role page, in its order (R6.8): system, office, CRM, projects. */
export const roleTypes = [1, 7, 2, 8] as const;
export type RoleType = (typeof roleTypes)[number];
export const roleType = z.coerce
  .number()
  .refine((value): value is RoleType => (roleTypes as readonly number[]).includes(value));

const roleName = text(50).refine((value) => value !== '');
const menuIds = z.array(z.int());

const listedRole = z.object({
  id: z.int(),
  title: z.string(),
  remark: z.string(),
  /** Data scope, 1 to 5. */
  type: z.int(),
  status: z.int(),
  /** Role group. */
  pid: z.int(),
  label: z.int().nullable(),
  /** `crm` has the functions of all areas, `bi` the analyses. */
  rules: z.object({ crm: menuIds, bi: menuIds }),
  /** 0 = it has rights that the caller lacks, so that assigning it waits for a confirmation (security A15). */
  mayGrant: flag,
});

export const roleRow = z.object({
  roleId: z.int(),
  roleName: z.string(),
  roleType: z.int(),
  remark: z.string(),
  status: z.int(),
  dataType: z.int(),
  /** 0 hidden, 1 shown. */
  isHidden: flag,
  label: z.int().nullable(),
  rules: z.object({ data: menuIds, bi: menuIds }),
});
export type RoleRow = z.output<typeof roleRow>;

const change = { access: 'manage:permission:update', effect: 'write' } as const;

export const roleCalls = {
  /** All roles by group, for a person's form. */
  all: endpoint({
    path: 'system/role/getAllRoleList',
    access: ['manage:users:read', 'manage:users:userSave', 'manage:users:userUpdate', 'manage:permission:update'],
    input: nothing,
    output: z.array(z.object({ name: z.string(), pid: z.int(), list: z.array(listedRole) })),
  }),
  types: endpoint({
    path: 'system/role/getRoleTypeList',
    access: 'manage:permission:update',
    input: nothing,
    output: z.array(z.object({ name: z.string(), roleType: z.int() })),
  }),
  byType: endpoint({
    path: 'system/role/getRoleByType',
    access: 'manage:permission:update',
    input: z.object({ roleType }),
    output: z.array(roleRow),
  }),
  add: endpoint({
    path: 'system/role/add',
    ...change,
    idempotent: { unless: null },
    input: z.object({ roleName, roleType, currentPassword }),
    output: z.object({ roleId: z.int() }),
    codes: ['role.name_taken', ...unconfirmed],
  }),
  update: endpoint({
    path: 'system/role/update',
    ...change,
    ids: { roleId: 'role' },
    input: z.object({ roleId: id, roleName, currentPassword }),
    /** 1 = changed. */
    output: z.int(),
    codes: ['role.unknown', 'role.fixed', 'role.name_taken', ...unconfirmed],
  }),
  /** Replaces the rights; an empty `type` keeps the data scope. Ids of areas and modules grant nothing by themselves. */
  updateMenu: endpoint({
    path: 'system/role/updateRoleMenu',
    ...change,
    ids: { id: 'role', rules: 'menu' },
    input: z.object({
      id,
      type: z.preprocess(
        (value) => (value === '' || value === null ? undefined : value),
        z.coerce.number().int().min(1).max(5).optional(),
      ),
      rules: idList,
      currentPassword,
    }),
    output: doneOrWaiting,
    codes: ['role.unknown', 'role.fixed', 'rights.kept', ...waits, ...unconfirmed],
  }),
  copy: endpoint({
    path: 'system/role/copy',
    ...change,
    idempotent: { unless: null },
    ids: { roleId: 'role' },
    input: z.object({ roleId: id, currentPassword }),
    output: z.object({ roleId: z.int() }),
    codes: ['role.unknown', 'role.fixed', 'rights.lacking', ...unconfirmed],
  }),
  remove: endpoint({
    path: 'system/role/delete',
    ...change,
    ids: { roleId: 'role' },
    input: z.object({ roleId: id, currentPassword }),
    output: done,
    codes: ['role.unknown', 'role.fixed', 'rights.kept', ...unconfirmed],
  }),
  relateUsers: endpoint({
    path: 'system/role/relatedUser',
    ...change,
    ids: { userIds: 'user', roleIds: 'role' },
    input: z.object({ userIds: idList, roleIds: idList, currentPassword }),
    output: doneOrWaiting,
    codes: ['role.pick', 'role.unknown', 'user.unknown', ...waits, ...unconfirmed],
  }),
  unbindUser: endpoint({
    path: 'system/role/unbindingUser',
    ...change,
    ids: { userId: 'user', roleId: 'role' },
    input: z.object({ userId: id, roleId: id, currentPassword }),
    output: doneOrWaiting,
    codes: ['user.super_admin', 'role.last', 'user.last_admin', ...waits, ...unconfirmed],
  }),
};
