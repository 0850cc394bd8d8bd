import { useMemo, useSyncExternalStore } from 'react';

const watchers = new Set<() => void>();
const watch = (watcher: () => void) => {
  watchers.add(watcher);
  return () => void watchers.delete(watcher);
};

/**
 * Keeps a text in this tab, across reloads; null removes it. Components that show it are updated, but none has to be
 * mounted for it to be removed: an answer may arrive after the user has left.
 */
export function keepText(key: string, text: string | null): void {
  if (text === null) sessionStorage.removeItem(key);
  else sessionStorage.setItem(key, text);
  for (const watcher of watchers) watcher();
}

export const keptText = (key: string): string | null => sessionStorage.getItem(key);

const useKeptText = (key: string): string | null => useSyncExternalStore(watch, () => keptText(key));

/**
 * A draft that is kept as text. `read` converts stored text, which is untrusted, and the missing one into a draft; a
 * draft equal to the latter is not stored. Uses with the same key share the draft and its changes.
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
