import { mediaHook } from '#web/lib/screen/media.ts';

/** True where lists become cards (R25.9). */
export const useIsPhone = mediaHook('(max-width: 768px)');
