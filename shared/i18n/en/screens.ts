import type { screens as chinese } from '#shared/i18n/cn/screens.ts';

export const screens = {} as const satisfies Record<keyof typeof chinese, string>;
