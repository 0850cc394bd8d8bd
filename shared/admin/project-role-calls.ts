import { z } from 'zod';
import { menuNode } from '#shared/admin/menu-calls.ts';
import { currentPassword, unconfirmed } from '#shared/admin/user-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';
import { done, id, idList, nothing, optionalId, optionalText, text } from '#shared/wire/values.ts';

/** Types of roles in a project: those that every company has, and its own. */
export const projectRoleTypes = { builtIn: 5, own: 6 } as const;
export const projectRoleRemarkLimit = 200;

const projectRole = z.object({
  roleId: z.int(),
  roleName: z.string(),
  /** 5 built in, 6 the company's own. */
  roleType: z.int(),
  remark: z.string(),
  /** Ids of the actions that it may do in a project. */
  rules: z.array(z.int()),
});
export type ProjectRole = z.output<typeof projectRole>;

const change = { access: 'manage:work:update', effect: 'write' } as const;

/** What members may do in a project. */
export const projectRoleCalls = {
  /** Those that can be given to members, the built-in ones first. */
  list: endpoint({
    path: 'system/role/queryProjectRoleList',
    access: 'login',
    input: nothing,
    output: z.array(projectRole),
  }),
  /** Creates one without `roleId`, else replaces it; areas and modules among `rules` grant nothing by themselves. */
  save: endpoint({
    path: 'system/role/setWorkRole',
    ...change,
    idempotent: { unless: 'roleId' },
    ids: { roleId: 'role', rules: 'menu' },
    input: z.object({
      roleId: optionalId,
      roleName: text(50).refine((value) => value !== ''),
      remark: optionalText(projectRoleRemarkLimit),
      rules: idList,
      currentPassword,
    }),
    output: z.object({ roleId: z.int() }),
    codes: ['role.unknown', 'role.fixed', 'role.name_taken', 'rights.lacking', 'rights.kept', ...unconfirmed],
  }),
  remove: endpoint({
    path: 'system/role/deleteWorkRole',
    ...change,
    ids: { roleId: 'role' },
    input: z.object({ roleId: id, currentPassword }),
    output: done,
    codes: ['role.unknown', 'role.fixed', 'rights.kept', ...unconfirmed],
  }),
  /** What can be given: the tree of a project. */
  menus: endpoint({
    path: 'system/menu/getWorkMenuList',
    access: 'login',
    input: nothing,
    output: menuNode,
  }),
};
