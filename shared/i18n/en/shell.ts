import type { shell as chinese } from '#shared/i18n/cn/shell.ts';

export const shell = {} as const satisfies Record<keyof typeof chinese, string>;
