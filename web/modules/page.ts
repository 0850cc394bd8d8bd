import { createContext, use, type ComponentType } from 'react';
import type { PermissionPath } from '#web/lib/session/permissions.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** An area of the header; each has its sidebar. */
export type AreaKey = 'office' | 'crm' | 'bi' | 'project' | 'manage';

/** A page behind the login; `web/modules/pages.ts` lists those of all modules. */
export interface Page {
  /** Whole path, such as `/crm/customer`; may have parameters and end with `/*`. */
  readonly path: string;
  /** The area whose sidebar lists it; null for pages outside of areas. */
  readonly area: AreaKey | null;
  /**
   * How deep the permission tree must reach (R6.2): null always allowed, `['crm']` the group (index 0), `['crm',
   * 'customer']` the module (index 1), longer ones deeper.
   */
  readonly needs: PermissionPath | null;
  readonly title: MessageKey;
  /** What the page is for, in a sentence or three; opened next to its title. */
  readonly help: MessageKey;
  readonly icon: ComponentType<{ readonly 'aria-hidden'?: boolean }>;
  readonly page: ComponentType;
  /** No entry in the sidebar. */
  readonly isHidden?: boolean;
  /** On the bar of a phone before other entries: people go there many times a day. */
  readonly isFrequent?: true;
  /** Heading above it in the sidebar; entries of a group are listed together. */
  readonly group?: MessageKey;
  /** Hook: the number of items waiting behind the entry. */
  readonly useBadge?: () => number;
  /** Hook: several entries instead of one, for a page with several parts, such as the role groups. */
  readonly useEntries?: () => readonly PageEntry[];
}

export interface PageEntry {
  readonly path: string;
  readonly title: string;
}

/** The address of a page without parameters. */
export const addressOf = (page: Page): string => page.path.replace(/\/\*$/, '');

/** The pages that this person is offered; the frame provides them, since modules do not know each other's pages. */
export const OfferedPagesContext = createContext<readonly Page[]>([]);

/** Whether a link to an address leads anywhere: the page is built, and the person may open it. */
export function useIsOffered(): (address: string) => boolean {
  const offered = use(OfferedPagesContext);
  return (address) => offered.some((page) => addressOf(page) === address);
}
