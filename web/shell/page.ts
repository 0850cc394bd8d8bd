import type { ComponentType } from 'react';
import type { PermissionPath } from '#web/lib/session/permissions.ts';
import type { AreaKey } from '#web/shell/areas.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A page of the registry (web/shell/routes.tsx). */
export interface Page {
  /** Whole path, such as `/crm/customer`; may have parameters and end with `/*`. */
  readonly path: string;
  /** Whose sidebar it stands in; null for pages that belong to no area. */
  readonly area: AreaKey | null;
  /**
   * Where the permission tree has to reach (R6.2): null always allowed, `['crm']` the group (index 0),
   * `['crm', 'customer']` the module (index 1), longer ones deeper.
   */
  readonly needs: PermissionPath | null;
  readonly title: MessageKey;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  readonly page: ComponentType;
  /** No entry in the sidebar. */
  readonly isHidden?: boolean;
  /** Heading above it in the sidebar; entries of a group stand together. */
  readonly group?: MessageKey;
  /** Hook: how many items wait behind the entry. */
  readonly useBadge?: () => number;
  /** Hook: entries in place of the one, for a page that shows several things, such as the role groups. */
  readonly useEntries?: () => readonly PageEntry[];
}

export interface PageEntry {
  readonly path: string;
  readonly title: string;
}

/** The address of a page without parameters. */
export const addressOf = (page: Page): string => page.path.replace(/\/\*$/, '');
