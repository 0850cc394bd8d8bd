import { useMemo, useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/**
 * Keeps a text in this tab, reloads included; null takes it away. Whatever shows it follows, and nothing has to be shown
 * for it to go: an answer may come after the user has left.
 */
export function keepText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
  for (const watcher of watchers) watcher();
}

export const keptText = (key: string): string | null => sessionStorage.getItem(key);

const useKeptText = (key: string): string | null => useSyncExternalStore(watch, () => keptText(key));

/**
 * A draft that is kept as text. `read` makes it of the text, which is data from outside, and of none: such a draft is not
 * kept. It and its changes are the same wherever the key is used.
 */
export function useKeptDraft<Draft extends object>(key: string, read: (text: string | null) => Draft) {
  const kept = useKeptText(key);
  return {
    draft: useMemo(() => read(kept), [kept, read]),
    change: (more: Partial<Draft>) => {
      const next = JSON.stringify({ ...read(keptText(key)), ...more });
      keepText(key, next === JSON.stringify(read(null)) ? null : next);
    },
    forget: () => keepText(key, null),
  };
}
