import { grants } from '#web/lib/session/permissions.ts';
import { areas, homeOrder } from '#web/shell/areas.ts';
import type { AreaKey } from '#web/modules/page.ts';
import { addressOf, type Page } from '#web/modules/page.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

/** The pages that this person may open: those without a key are for everybody (R6.2). */
export const allowedPages = (pages: readonly Page[], tree: PermissionTree): Page[] =>
  pages.filter((page) => page.needs === null || (grants(tree, page.needs) && isInOwnArea(page, tree)));

/** The pages that are listed: areas in which the person has no rights are left out. */
export const offeredPages = (allowed: readonly Page[], tree: PermissionTree): Page[] =>
  allowed.filter((page) => isInOwnArea(page, tree));

const isInOwnArea = ({ area }: Page, tree: PermissionTree): boolean => area === null || grants(tree, areas[area].needs);

/** Sidebar entries of an area. */
export const entriesOf = (allowed: readonly Page[], area: AreaKey | null): Page[] =>
  allowed.filter((page) => page.area === area && area !== null && page.isHidden !== true);

/** The first page of an area that has an entry; undefined where nothing is built or allowed. */
export const firstPageOf = (allowed: readonly Page[], area: AreaKey): string | undefined => {
  const [first] = entriesOf(allowed, area).filter((page) => !page.path.includes(':'));
  return first && addressOf(first);
};

/** Target of `/`: the first allowed page in the order office, crm, bi, administration (R1.3). */
export const homeOf = (allowed: readonly Page[]): string | undefined =>
  homeOrder.map((area) => firstPageOf(allowed, area)).find((path) => path !== undefined);

/** The area of a path. */
export function areaOf(path: string): AreaKey | null {
  const found = Object.entries(areas).find(([, area]) => path === area.path || path.startsWith(`${area.path}/`));
  return found ? (found[0] as AreaKey) : null;
}
