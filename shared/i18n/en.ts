import { pageMessages } from '#shared/i18n/en-pages.ts';
import { ownership } from '#shared/i18n/en/ownership.ts';

/** All English messages. */
export const en = { ...pageMessages, ...ownership } as const;
