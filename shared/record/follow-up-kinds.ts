import type { MessageKey } from '#shared/i18n/translate.ts';

/** Kinds of follow-ups that a company starts with (reference crm §10), with what each language calls them. */
export const standardKinds = {
  打电话: 'follow_up.kind.call',
  发短信: 'follow_up.kind.message',
  上门拜访: 'follow_up.kind.visit',
} as const satisfies Readonly<Record<string, MessageKey>>;
