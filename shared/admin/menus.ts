import { biMenus } from '#shared/admin/menus/bi-menus.ts';
import { crmMenus } from '#shared/admin/menus/crm-menus.ts';
import { manageMenus } from '#shared/admin/menus/manage-menus.ts';
import type { MenuArea } from '#shared/admin/menus/menu-area.ts';
import { oaMenus, projectMenus, workMenus } from '#shared/admin/menus/office-menus.ts';

/**
 * The permission tree: area, module, action. Routes, buttons and calls use the same keys, written `area:module:action`.
 */
export const menuTree = {
  crm: crmMenus,
  bi: biMenus,
  manage: manageMenus,
  work: workMenus,
  oa: oaMenus,
  project: projectMenus,
} as const satisfies Record<string, MenuArea>;

type Tree = typeof menuTree;
export type Area = keyof Tree;
/** `area:module:action` of every menu row. */
export type Permission = {
  [A in Area]: {
    [
      M in keyof Tree[A]['modules'] & string
    ]: `${A}:${M}:${keyof (Tree[A]['modules'][M] & MenuArea['modules'][string])['actions'] & string}`;
  }[keyof Tree[A]['modules'] & string];
}[Area];

export interface MenuRow {
  readonly menuId: number;
  readonly parentId: number;
  readonly realm: string;
  readonly zh: string;
  readonly en: string;
  /** 0 area, 1 module, 3 action (R6.1). */
  readonly menuType: 0 | 1 | 3;
  readonly sort: number;
  /** Set on actions only. */
  readonly permission: Permission | null;
}

function flatten(): MenuRow[] {
  const rows: MenuRow[] = [];
  for (const [areaKey, area] of Object.entries<MenuArea>(menuTree)) {
    const { id: areaId, zh, en } = area;
    rows.push({
      menuId: areaId,
      parentId: 0,
      realm: areaKey,
      zh,
      en,
      menuType: 0,
      sort: rows.length,
      permission: null,
    });
    for (const [moduleKey, module] of Object.entries(area.modules)) {
      rows.push({
        menuId: module.id,
        parentId: areaId,
        realm: moduleKey,
        zh: module.zh,
        en: module.en,
        menuType: 1,
        sort: rows.length,
        permission: null,
      });
      for (const [action, [menuId, actionZh, actionEn]] of Object.entries(module.actions)) {
        rows.push({
          menuId,
          parentId: module.id,
          realm: action,
          zh: actionZh,
          en: actionEn,
          menuType: 3,
          sort: rows.length,
          permission: `${areaKey}:${moduleKey}:${action}` as Permission,
        });
      }
    }
  }
  return rows;
}

/** The tree as rows, parents first. */
export const menuRows: readonly MenuRow[] = flatten();

export const permissionByMenuId: ReadonlyMap<number, Permission> = new Map(
  menuRows.flatMap((row) => (row.permission ? [[row.menuId, row.permission] as const] : [])),
);

/** Menu ids of every action whose permission starts with one of the prefixes, such as `manage:` or `crm:customer:`. */
export function menuIdsBelow(...prefixes: string[]): number[] {
  return menuRows
    .filter((row) => row.permission && prefixes.some((prefix) => row.permission?.startsWith(prefix)))
    .map((row) => row.menuId);
}

/** Every right of the back office. */
export const managePermissions: readonly Permission[] = menuRows.flatMap(({ permission }) =>
  permission?.startsWith('manage:') ? [permission] : [],
);
