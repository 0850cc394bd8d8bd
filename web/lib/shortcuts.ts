import { useEffect, useEffectEvent } from 'react';

export type ShortcutKey =
  | '/'
  | 'n'
  | 'a'
  | 'r'
  | 'f'
  | 'x'
  | '?'
  | 'F2'
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
  | 'Tab'
  /** Any sign, where typing begins something. */
  | 'Type'
  | 'Control+Enter'
  | 'Control+k'
  | 'Control+z';

interface Shortcut {
  readonly key: ShortcutKey;
  readonly handle: (event: KeyboardEvent) => void;
  readonly whileTyping: boolean;
  readonly inDialog: boolean;
}

export interface ShortcutOptions {
  /** Default true. */
  readonly isOn?: boolean;
  /** Also while the caret is in a field. Default false. */
  readonly whileTyping?: boolean;
  /** Also while a modal dialog is open: for shortcuts inside the dialog. Default false. */
  readonly inDialog?: boolean;
}

let shortcuts: readonly Shortcut[] = [];

/** Handles a key while the component is shown. The handler added last goes first. */
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

/** The shortcut of a pressed key, null when it is none of ours. */
export function shortcutOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'isComposing'>,
): string | null {
  // Chinese input uses Enter, Escape and the arrows itself
  if (event.isComposing || event.altKey) return null;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  return event.ctrlKey || event.metaKey ? `Control+${key}` : key;
}

function change(next: readonly Shortcut[]): void {
  if (shortcuts.length === 0 && next.length > 0)
    for (const early of [true, false]) addEventListener('keydown', handleKey, early);
  if (next.length === 0) for (const early of [true, false]) removeEventListener('keydown', handleKey, early);
  shortcuts = next;
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const key = shortcutOf(event);
  // a select uses the key to open its list; other inputs process typed text first
  const isEarly = key === 'Control+Enter' && isSelect(event.target);
  if (isEarly !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
  // the key first closes the open list of an input
  if (key === 'Escape' && hasOpenList(event.target)) return;
  // the key presses the focused element
  if (key === 'Enter' && isPressed(event.target)) return;
  const typing = isTyping(event.target);
  const found = shortcuts.findLast(
    (shortcut) =>
      (shortcut.key === key || (shortcut.key === 'Type' && isSign(key))) &&
      (shortcut.whileTyping || !typing) &&
      // looked for last: the whole page may have it
      (shortcut.inDialog || !isDialogOpen()),
  );
  if (!found) return;
  event.preventDefault();
  if (isEarly) event.stopPropagation();
  found.handle(event);
}

const isSign = (key: string | null): boolean => key !== null && key.length === 1 && key !== ' ';

const isSelect = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[role=combobox]');

const hasOpenList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('a[href], button, summary');

export const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

const openDialogs = (): Element[] =>
  Array.from(document.querySelectorAll('[role=dialog][aria-modal=true]')).filter((dialog) => dialog.checkVisibility());

/** Whether a modal dialog is open. */
export const isDialogOpen = (): boolean => openDialogs().length > 0;
