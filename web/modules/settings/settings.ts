import { adminSettings } from '#web/modules/admin/settings.ts';
import { crmSettings } from '#web/modules/crm/settings.ts';
import type { Setting } from '#web/modules/settings/setting.ts';

/** All that can be set, module by module. */
export const settings: readonly Setting[] = [...adminSettings, ...crmSettings];
