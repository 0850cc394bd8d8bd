import { z } from 'zod';
import { roleType } from '#shared/admin/role-calls.ts';
import { endpoint } from '#shared/wire/endpoint.ts';

/** A row of the permission tree with its children (R6.1). */
export const menuNode = z.object({
  menuId: z.int(),
  parentId: z.int(),
  menuName: z.string(),
  realm: z.string(),
  menuType: z.int(),
  sort: z.int(),
  status: z.int(),
  remarks: z.string(),
  get childMenu() {
    return z.array(menuNode);
  },
});
export type MenuNode = z.output<typeof menuNode>;

export const menuCalls = {
  all: endpoint({
    path: 'system/menu/getAllMenuList',
    access: 'manage:permission:update',
    input: z.object({}),
    output: z.array(menuNode),
  }),
  /** What roles of one group can get: the functions, and for some groups the analyses. */
  byType: endpoint({
    path: 'system/menu/getMenuListByType',
    access: 'manage:permission:update',
    input: z.object({ roleType }),
    output: z.object({ data: menuNode, bi: menuNode.optional() }),
  }),
};
