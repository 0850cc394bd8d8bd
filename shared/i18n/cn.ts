import { pageMessages } from '#shared/i18n/cn-pages.ts';
import { ownership } from '#shared/i18n/cn/ownership.ts';
import { starters } from '#shared/i18n/cn/starters.ts';

/** All Chinese messages; the default language (R1.1). */
/** All Chinese messages; the default language. */
export const cn = { ...pageMessages, ...ownership, ...starters } as const;
