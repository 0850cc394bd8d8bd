import { mediaHook } from '#web/lib/media.ts';

/** True where lists become cards (ui.md "Phone width"). */
export const useIsPhone = mediaHook('(max-width: 768px)');
