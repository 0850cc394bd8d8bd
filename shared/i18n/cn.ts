import { manageMessages } from '#shared/i18n/cn-manage.ts';
import { pageMessages } from '#shared/i18n/cn-pages.ts';
import { ownership } from '#shared/i18n/cn/ownership.ts';
import { parameters } from '#shared/i18n/cn/parameters.ts';
import { refusals } from '#shared/i18n/cn/refusals.ts';
import { starters } from '#shared/i18n/cn/starters.ts';

/** All Chinese messages; the default language (R1.1). */
export const cn = {
  ...pageMessages,
  ...manageMessages,
  ...ownership,
  ...parameters,
  ...refusals,
  ...starters,
} as const;
