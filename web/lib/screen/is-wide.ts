import { mediaHook } from '#web/lib/screen/media.ts';

/** True where a detail has a column on its right (R25.9). */
export const useIsWide = mediaHook('(min-width: 1280px)');
