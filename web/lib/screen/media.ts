import { useSyncExternalStore } from 'react';

/** A hook that returns whether a media query matches. */
export function mediaHook(query: string): () => boolean {
  const media = globalThis.matchMedia?.(query);
  const subscribe = (listener: () => void) => {
    media?.addEventListener('change', listener);
    return () => media?.removeEventListener('change', listener);
  };
  return () => useSyncExternalStore(subscribe, () => media?.matches ?? false);
}
