import { cn } from '#shared/i18n/cn.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';
import type { RecordName } from './dialog-records.ts';

// What openers of dialogs are written in.

/**
 * What is tapped: a button, tab or menu item by its message, or a place of the page; what is written into a field, or
 * a picture that is chosen in one for files.
 */
export type Tap =
  | MessageKey
  | { readonly at: string }
  | { readonly field: string; readonly text: string }
  | { readonly picture: string };

export interface Opener {
  /** A record of `dialog-records.ts` stands in it by its name in braces. */
  readonly path: string;
  readonly taps: readonly Tap[];
  /** The last tap opens a menu: each of its items is tapped in turn, without those that open nothing over the page. */
  readonly itemsWithout?: readonly MessageKey[];
  /** The dialogs that are open then, by their places in the source (`dialog-sources.ts`). */
  readonly opens?: readonly string[];
}

export const firstCard = { at: 'main ul button' };
export const moreOfList = { at: `button[aria-label="${cn['list.more']}"]` };
export const menuOf = { at: 'main li [aria-label$="的更多操作"]' };
export const composer = [firstCard, 'cell.follow_up'] as const;
export const item = (key: MessageKey) => ({ at: `[role="menuitem"]:has-text("${cn[key]}")` });
/** The tab of exactly this name, which others may contain. */
export const tabOf = (key: MessageKey) => ({ at: `[role=tab]:text-is("${cn[key]}")` });
/** A button in what is open. */
export const inDialog = (key: MessageKey) => ({ at: `[role=dialog] button:has-text("${cn[key]}")` });
export const recordAt = (family: string, name: RecordName): string => `/crm/${family}?rowId={${name}}`;
/** The address with the ids of its records. */
export const filled = (path: string, records: Readonly<Record<RecordName, number>>): string =>
  path.replaceAll(/\{(\w+)\}/g, (_whole, name: RecordName) => String(records[name]));
