import { grants } from '#web/lib/session/permissions.ts';
import { areas, homeOrder, type AreaKey } from '#web/shell/areas.ts';
import { addressOf, type Page } from '#web/shell/page.ts';
import type { PermissionTree } from '#shared/auth/session-calls.ts';

/** The pages that this person may open (spec §4, §6). */
export const allowedPages = (pages: readonly Page[], tree: PermissionTree): Page[] =>
  pages.filter(
    ({ area, needs }) => (needs === null || grants(tree, needs)) && (area === null || grants(tree, areas[area].needs)),
  );

/** Sidebar entries of an area. */
export const entriesOf = (allowed: readonly Page[], area: AreaKey | null): Page[] =>
  allowed.filter((page) => page.area === area && area !== null && page.isHidden !== true);

/** The first page of an area that has an entry; undefined where nothing is built or allowed. */
export const firstPageOf = (allowed: readonly Page[], area: AreaKey): string | undefined => {
  const [first] = entriesOf(allowed, area).filter((page) => !page.path.includes(':'));
  return first && addressOf(first);
};

/** Where `/` leads: the first allowed page in the order office, crm, bi, administration (reference oa §2.2). */
export const homeOf = (allowed: readonly Page[]): string | undefined =>
  homeOrder.map((area) => firstPageOf(allowed, area)).find((path) => path !== undefined);

/** The area that a path lies in. */
export function areaOf(path: string): AreaKey | null {
  const found = Object.entries(areas).find(([, area]) => path === area.path || path.startsWith(`${area.path}/`));
  return found ? (found[0] as AreaKey) : null;
}
