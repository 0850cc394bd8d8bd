import { manageMessages } from '#shared/i18n/en-manage.ts';
import { pageMessages } from '#shared/i18n/en-pages.ts';
import { ownership } from '#shared/i18n/en/ownership.ts';
import { parameters } from '#shared/i18n/en/parameters.ts';
import { refusals } from '#shared/i18n/en/refusals.ts';
import { starters } from '#shared/i18n/en/starters.ts';

/** All English messages. */
export const en = {
  ...pageMessages,
  ...manageMessages,
  ...ownership,
  ...parameters,
  ...refusals,
  ...starters,
} as const;
