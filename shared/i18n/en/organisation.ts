import type { organisation as chinese } from '#shared/i18n/cn/organisation.ts';

export const organisation = {} as const satisfies Record<keyof typeof chinese, string>;
