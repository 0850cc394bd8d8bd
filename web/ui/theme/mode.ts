import { useSyncExternalStore } from 'react';
import { usePreferences } from '#web/lib/preferences.ts';
import type { Mode } from '#web/ui/theme/palettes.ts';

const dark = globalThis.matchMedia?.('(prefers-color-scheme: dark)');
const stillness = globalThis.matchMedia?.('(prefers-reduced-motion: reduce)');

/** Light or dark, as chosen or as the system is set. */
export function useMode(): Mode {
  const { theme } = usePreferences();
  const isDark = useMatch(dark);
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}

export const useIsMotionReduced = (): boolean => useMatch(stillness);

function useMatch(list: MediaQueryList | undefined): boolean {
  return useSyncExternalStore(
    (listener) => {
      list?.addEventListener('change', listener);
      return () => list?.removeEventListener('change', listener);
    },
    () => list?.matches ?? false,
  );
}
