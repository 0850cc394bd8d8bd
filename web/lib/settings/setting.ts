import type { Permission } from '#shared/admin/menus.ts';
import type { MessageKey } from '#shared/i18n/translate.ts';

/**
 * Why a place keeps no history of changes: it shows what is so elsewhere, it does work once that the operation log keeps, its
 * versions have an undo of their own, or it gives out secrets that nobody can put back.
 */
export type WithoutChanges = 'shows' | 'acts' | 'versions' | 'secrets';

/** A place in administration that is found by what it is called and by what it does. */
export interface Setting {
  /** Address on a page, with its part; whoever is not offered the page does not find it. */
  readonly path: string;
  readonly title: MessageKey;
  /** What can be done there, in the words that people look for. */
  readonly says: MessageKey;
  /** The right that it takes beyond that to the page. */
  readonly access?: Permission;
  /** The kinds of settings that are changed there, which its history shows (`registerSettingKinds`). */
  readonly changes: readonly string[] | WithoutChanges;
}
