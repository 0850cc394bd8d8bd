import { useEffect, useRef, useState, type RefObject } from 'react';
import { flushSync } from 'react-dom';

type Listener = (near: Element | null) => void;

const listeners = new Set<Listener>();
let near: Element | null = null;

function follow(target: EventTarget | null): void {
  const row = target instanceof Element ? target.closest('[data-row-key]') : null;
  if (row === near) return;
  near = row;
  // at once, as a stylesheet would: a press that follows must not find the row rearranged in its middle
  flushSync(() => {
    for (const listener of listeners) listener(row);
  });
}

// a finger comes and presses at once: what comes up with it waits until the press is over
const handleOver = ({ pointerType, target }: PointerEvent): void => void (pointerType !== 'touch' && follow(target));
const handleClick = ({ target }: MouseEvent): void => follow(target);
/** By the keys: what a press focuses is no reason to rearrange its row before it is over. */
const handleFocus = ({ target }: FocusEvent): void => {
  if (target instanceof Element && target.matches(':focus-visible') && target.closest('[data-row-key]')) follow(target);
};

function listen(listener: Listener): () => void {
  if (listeners.size === 0) {
    addEventListener('pointerover', handleOver);
    addEventListener('click', handleClick);
    addEventListener('focusin', handleFocus);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('pointerover', handleOver);
    removeEventListener('click', handleClick);
    removeEventListener('focusin', handleFocus);
    near = null;
  };
}

/** Whether the pointer or the focus is in the table row of an element, or was last. */
export function useNear(): readonly [RefObject<HTMLSpanElement | null>, boolean] {
  const element = useRef<HTMLSpanElement>(null);
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const tell: Listener = (row) => setNear(row !== null && row.contains(element.current));
    tell(near);
    return listen(tell);
  }, []);
  return [element, isNear];
}
