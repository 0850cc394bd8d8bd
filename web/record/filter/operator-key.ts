import type { MessageKey } from '#shared/i18n/translate.ts';

export const operatorKey = (operator: string): MessageKey => `operator.${operator}` as MessageKey;
