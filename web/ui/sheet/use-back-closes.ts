import { useEffect, useEffectEvent } from 'react';

const markOf = (state: unknown): unknown => (state as { readonly opened?: unknown } | null)?.opened;

/**
 * Back closes what is open instead of leaving the page: an entry of the history stands for it, and goes with it. The
 * address does not change, so the router hears nothing of either.
 */
export function useBackCloses(isOpen: boolean, onClose: () => void): void {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    if (!isOpen) return;
    const mark = crypto.randomUUID();
    const handle = (event: PopStateEvent) => {
      // the entry of something that was opened later
      if (markOf(event.state) === mark) return;
      event.stopImmediatePropagation();
      close();
    };
    // not for what is mounted twice at its start
    const begin = setTimeout(() => {
      history.pushState({ ...(history.state as object | null), opened: mark }, '');
      addEventListener('popstate', handle, true);
    });
    return () => {
      clearTimeout(begin);
      removeEventListener('popstate', handle, true);
      // a link that closed it has its own entry by then
      setTimeout(() => {
        if (markOf(history.state) !== mark) return;
        addEventListener('popstate', (event) => event.stopImmediatePropagation(), { capture: true, once: true });
        history.back();
      });
    };
  }, [isOpen]);
}
