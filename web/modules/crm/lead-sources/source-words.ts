import type { MessageKey } from '#shared/i18n/translate.ts';

const kindWords: Readonly<Record<number, MessageKey>> = {
  1: 'lead_source.kind_1',
  2: 'lead_source.kind_2',
  3: 'lead_source.kind_3',
};

/** What people call a way in which leads come. */
export const kindWord = (kind: number): MessageKey => kindWords[kind] ?? 'lead_source.kind_1';
