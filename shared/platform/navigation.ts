import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** Entries of the header that lead out of the product, in its order, each for those who have a right of its own. */
export const navigationEntries = ['center', 'help', 'guide', 'promotionalMaterials'] as const;
export type NavigationEntry = (typeof navigationEntries)[number];

export const navigationNames: Readonly<Record<NavigationEntry, MessageKey>> = {
  center: 'navigation.center',
  help: 'navigation.help',
  guide: 'navigation.guide',
  promotionalMaterials: 'navigation.promotionalMaterials',
};

/** Whether somebody's permission tree has the module of an entry. */
export const hasEntry = (permissions: ReadonlySet<Permission>, entry: NavigationEntry): boolean =>
  [...permissions].some((permission) => permission.startsWith(`crm:${entry}:`));
