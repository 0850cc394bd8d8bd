import type { KeyboardEvent } from 'react';

/**
 * Keys of the panel: arrows walk through its messages, R marks one as read, Delete deletes it. What they do is what the
 * buttons of the row do.
 */
export function walk(event: KeyboardEvent<HTMLElement>): void {
  // the arrows of a choice are its own
  if (event.target instanceof HTMLInputElement) return;
  const entries = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-entry]')];
  const at = entries.findIndex((entry) => entry.parentElement?.contains(document.activeElement));
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    Home: 0,
    End: entries.length - 1,
  };
  const next = steps[event.key];
  const act = event.key === 'Delete' ? 'remove' : event.key.toLowerCase() === 'r' ? 'read' : null;
  if (next !== undefined) entries[Math.min(Math.max(next, 0), entries.length - 1)]?.focus();
  else if (act === null || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
  else {
    entries[at]?.parentElement?.querySelector<HTMLElement>(`[data-act="${act}"]`)?.click();
    // its neighbour takes the place of one that goes
    if (act === 'remove') (entries[at + 1] ?? entries[at - 1])?.focus();
  }
  event.preventDefault();
  event.stopPropagation();
}
