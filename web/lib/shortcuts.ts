import { useEffect, useEffectEvent } from 'react';

export type ShortcutKey =
  | '/'
  | 'n'
  | 'j'
  | 'k'
  | 'c'
  | 's'
  | 'd'
  | '1'
  | '3'
  | '7'
  | 'Escape'
  | 'ArrowUp'
  | 'ArrowDown'
  | 'ArrowLeft'
  | 'ArrowRight'
  | 'Enter'
  | 'Control+Enter';

interface Shortcut {
  readonly key: ShortcutKey;
  readonly handle: (event: KeyboardEvent) => void;
  readonly whileTyping: boolean;
  readonly inDialog: boolean;
}

export interface ShortcutOptions {
  /** Standard true. */
  readonly isOn?: boolean;
  /** Also while the caret is in a field. Standard false. */
  readonly whileTyping?: boolean;
  /** Also while a modal dialog is open: for what is in the dialog. Standard false. */
  readonly inDialog?: boolean;
}

let shortcuts: readonly Shortcut[] = [];

/** Answers a key while the component is shown. Of several the one that came last is asked. */
export function useShortcut(
  key: ShortcutKey,
  handler: (event: KeyboardEvent) => void,
  options: ShortcutOptions = {},
): void {
  const { isOn = true, whileTyping = false, inDialog = false } = options;
  const handle = useEffectEvent(handler);
  useEffect(() => {
    if (!isOn) return;
    const shortcut: Shortcut = { key, handle: (event) => handle(event), whileTyping, inDialog };
    change([...shortcuts, shortcut]);
    return () => change(shortcuts.filter((other) => other !== shortcut));
  }, [key, isOn, whileTyping, inDialog]);
}

/** What a pressed key asks for, null when it is nothing of ours. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>,
): string | null {
  // Chinese input uses Enter, Escape and the arrows itself
  if (event.isComposing || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Control+${key}` : key;
}

function change(next: readonly Shortcut[]): void {
  if (shortcuts.length === 0 && next.length > 0) addEventListener('keydown', handleKey);
  if (next.length === 0) removeEventListener('keydown', handleKey);
  shortcuts = next;
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const key = shortcutOf(event);
  // the key closes the open list of an input first
  if (key === 'Escape' && hasOpenList(event.target)) return;
  // what has the focus is pressed by it
  if (key === 'Enter' && isPressed(event.target)) return;
  const typing = isTyping(event.target);
  const dialog = isDialogOpen();
  const found = shortcuts.findLast(
    (shortcut) => shortcut.key === key && (shortcut.whileTyping || !typing) && (shortcut.inDialog || !dialog),
  );
  if (!found) return;
  event.preventDefault();
  found.handle(event);
}

const hasOpenList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('a[href], button, summary');

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

/** Whether a modal dialog is over the page. */
export const isDialogOpen = (): boolean =>
  Array.from(document.querySelectorAll('[role=dialog][aria-modal=true]')).some((dialog) => dialog.checkVisibility());
