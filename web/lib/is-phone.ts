import { useSyncExternalStore } from 'react';

/** True where lists become cards (ui.md "Phone width"). */
const phone = globalThis.matchMedia?.('(max-width: 768px)');

export const useIsPhone = (): boolean => useSyncExternalStore(subscribe, () => phone?.matches ?? false);

function subscribe(listener: () => void): () => void {
  phone?.addEventListener('change', listener);
  return () => phone?.removeEventListener('change', listener);
}
