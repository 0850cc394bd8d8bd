import type { MessageKey } from '#shared/i18n/translate.ts';

const keys: readonly MessageKey[] = ['person.sex_0', 'person.sex_1', 'person.sex_2'];

/** 0 not given, 1 male, 2 female (R5.3). */
export const sexes = [0, 1, 2] as const;
export const sexKey = (sex: number): MessageKey => keys[sex] ?? 'person.sex_0';
