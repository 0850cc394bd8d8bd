import { withManageWords } from '#web/lib/i18n/manage-words.ts';
import type { Setting } from '#web/modules/settings/setting.ts';

/** The list of settings, and the words that they are found by. */
export const loadSettings = async (): Promise<readonly Setting[]> =>
  (await withManageWords(() => import('#web/modules/settings/settings.ts'))).settings;
