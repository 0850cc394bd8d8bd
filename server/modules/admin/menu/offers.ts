import type { MenuNode } from '#shared/admin/menu-calls.ts';
import { menuRows, type MenuRow } from '#shared/admin/menus.ts';
import type { RoleType } from '#shared/admin/role-calls.ts';
import type { Language } from '#shared/i18n/language.ts';

/** Modules of an area that are offered; all if unset. */
type Offer = { readonly realm: string; readonly only?: (module: string) => boolean };

/** Permissions that roles of a group can get (R6.9): office analyses go with office roles, the rest with CRM roles. */
const offers: Record<RoleType, { readonly data: Offer; readonly bi?: Offer }> = {
  1: { data: { realm: 'manage' } },
  2: { data: { realm: 'crm' }, bi: { realm: 'bi', only: (module) => module !== 'oa' } },
  7: { data: { realm: 'oa' }, bi: { realm: 'bi', only: (module) => module === 'oa' } },
  8: { data: { realm: 'project' } },
};

const childrenOf = Map.groupBy(menuRows, (row) => row.parentId);
const below = (row: MenuRow): readonly MenuRow[] => childrenOf.get(row.menuId) ?? [];
const roots = (): readonly MenuRow[] => childrenOf.get(0) ?? [];

const asNode = (row: MenuRow, language: Language, only: (module: string) => boolean = () => true): MenuNode => ({
  menuId: row.menuId,
  parentId: row.parentId,
  menuName: language === 'en' ? row.en : row.zh,
  realm: row.realm,
  menuType: row.menuType,
  sort: row.sort,
  status: 1,
  remarks: '',
  childMenu: below(row)
    .filter((child) => only(child.realm))
    .map((child) => asNode(child, language)),
});

/** The whole permission tree. */
export const allMenus = (language: Language): MenuNode[] => roots().map((row) => asNode(row, language));

export function menusOf(type: RoleType, language: Language): { data: MenuNode; bi?: MenuNode } {
  const { data, bi } = offers[type];
  return { data: offered(data, language), ...(bi ? { bi: offered(bi, language) } : {}) };
}

function offered(offer: Offer, language: Language): MenuNode {
  const root = roots().find((row) => row.realm === offer.realm);
  if (!root) throw new Error(`no menu area ${offer.realm}`);
  return asNode(root, language, offer.only);
}

/** Ids of the actions that roles of a group can get. */
export function offeredActions(type: RoleType): ReadonlySet<number> {
  const { data, bi } = menusOf(type, 'cn');
  const actions = (node: MenuNode): number[] => (node.menuType === 3 ? [node.menuId] : node.childMenu.flatMap(actions));
  return new Set([...actions(data), ...(bi ? actions(bi) : [])]);
}

/** What members can get in a project. */
export const workMenu = (language: Language): MenuNode => offered({ realm: 'work' }, language);

/** Ids of the actions in a project, and of these with the nodes above them. */
export function workActions(): { readonly actions: ReadonlySet<number>; readonly all: ReadonlySet<number> } {
  const whole = (node: MenuNode): MenuNode[] => [node, ...node.childMenu.flatMap(whole)];
  const nodes = whole(workMenu('cn'));
  return {
    actions: new Set(nodes.filter(({ menuType }) => menuType === 3).map(({ menuId }) => menuId)),
    all: new Set(nodes.map(({ menuId }) => menuId)),
  };
}
