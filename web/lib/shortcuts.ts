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
  readonly overReading: boolean;
}

export interface ShortcutOptions {
  /** Standard true. */
  readonly isOn?: boolean;
  /** Also while the caret is in a field. Standard false. */
  readonly whileTyping?: boolean;
  /** Also while a modal dialog is open: for what is in the dialog. Standard false. */
  readonly inDialog?: boolean;
  /** Also while all that is open is there to be read, such as a record (`readingClass`). Standard false. */
  readonly overReading?: boolean;
}

/** Class around a modal dialog in which nothing is asked: leaving it loses nothing. */
export const readingClass = 'is-read';

let shortcuts: readonly Shortcut[] = [];

/** Answers a key while the component is shown. Of several the one that came last is asked. */
export function useShortcut(
  key: ShortcutKey,
  handler: (event: KeyboardEvent) => void,
  options: ShortcutOptions = {},
): void {
  const { isOn = true, whileTyping = false, inDialog = false, overReading = false } = options;
  const handle = useEffectEvent(handler);
  useEffect(() => {
    if (!isOn) return;
    const shortcut: Shortcut = { key, handle: (event) => handle(event), whileTyping, inDialog, overReading };
    change([...shortcuts, shortcut]);
    return () => change(shortcuts.filter((other) => other !== shortcut));
  }, [key, isOn, whileTyping, inDialog, overReading]);
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
  if (shortcuts.length === 0 && next.length > 0)
    for (const early of [true, false]) addEventListener('keydown', handleKey, early);
  if (next.length === 0) for (const early of [true, false]) removeEventListener('keydown', handleKey, early);
  shortcuts = next;
}

function handleKey(event: KeyboardEvent): void {
  if (event.defaultPrevented) return;
  const key = shortcutOf(event);
  // a select would take the key to open its list; any other input first sees to what was typed in it
  const isEarly = key === 'Control+Enter' && isSelect(event.target);
  if (isEarly !== (event.eventPhase === Event.CAPTURING_PHASE)) return;
  // the key closes the open list of an input first
  if (key === 'Escape' && hasOpenList(event.target)) return;
  // what has the focus is pressed by it
  if (key === 'Enter' && isPressed(event.target)) return;
  const typing = isTyping(event.target);
  const dialogs = openDialogs();
  const isAsked = dialogs.some((dialog) => !dialog.closest(`.${readingClass}`));
  const isFree = ({ inDialog, overReading }: Shortcut) => inDialog || dialogs.length === 0 || (overReading && !isAsked);
  const found = shortcuts.findLast(
    (shortcut) => shortcut.key === key && (shortcut.whileTyping || !typing) && isFree(shortcut),
  );
  if (!found) return;
  event.preventDefault();
  if (isEarly) event.stopPropagation();
  found.handle(event);
}

const isSelect = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('[role=combobox]');

const hasOpenList = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.getAttribute('aria-expanded') === 'true';

const isPressed = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('a[href], button, summary');

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable ||
    target.matches('input:not([type=checkbox], [type=radio], [type=button]), textarea, select'));

const openDialogs = (): Element[] =>
  Array.from(document.querySelectorAll('[role=dialog][aria-modal=true]')).filter((dialog) => dialog.checkVisibility());

/** Whether a modal dialog is over the page. */
export const isDialogOpen = (): boolean => openDialogs().length > 0;
