import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/** A place in administration that is found by what it is called and by what it does. */
export interface Setting {
  /** Address on a page, with its part; whoever is not offered the page does not find it. */
  readonly path: string;
  readonly title: MessageKey;
  /** What can be done there, in the words that people look for. */
  readonly says: MessageKey;
  /** The right that it takes beyond that to the page. */
  readonly access?: Permission;
}
