import { useEffect, useRef, useState, type PointerEvent } from 'react';

/** What is dragged, where it was taken up, and what it is over. */
export interface Carried {
  readonly id: number;
  readonly x: number;
  readonly y: number;
  readonly over: number | null;
}

interface CarryOptions {
  readonly isOn: boolean;
  readonly onDrop: (id: number, target: number) => void;
}

/** What the items of the tree are given. */
export type Carry = ReturnType<typeof useCarry>;

/** Pixels that a mouse moves before it drags, and a finger may move while it is held. */
const slack = { mouse: 4, finger: 10 };
/** Milliseconds that a finger is held before it drags: until then it scrolls. */
const holdTime = 400;
/** Milliseconds within which the click of the same press comes. */
const clickTime = 300;

/**
 * Drags the items of a tree onto each other, by mouse and by finger. `area` is for the element around them,
 * `grabProps` for what is taken up, `targetProps` for what it may be dropped on.
 */
export function useCarry({ isOn, onDrop }: CarryOptions) {
  const area = useRef<HTMLDivElement>(null);
  const press = useRef<AbortController>(null);
  const [carried, setCarried] = useState<Carried | null>(null);
  const isCarrying = useRef(false);
  useEffect(() => {
    const element = area.current;
    // the listeners of React may not prevent the scrolling; added before the finger goes down, or it is too late
    const handleTouchMove = (event: TouchEvent) => {
      if (isCarrying.current && event.cancelable) event.preventDefault();
    };
    element?.addEventListener('touchmove', handleTouchMove, { passive: false });
    return () => element?.removeEventListener('touchmove', handleTouchMove);
  }, []);
  useEffect(() => () => press.current?.abort(), []);

  const grab = (id: number, { button, isPrimary, pointerType, clientX: x, clientY: y }: PointerEvent) => {
    if (!isOn || !isPrimary || button !== 0) return;
    press.current?.abort();
    press.current = new AbortController();
    const { signal } = press.current;
    const end = () => press.current?.abort();
    const isFinger = pointerType !== 'mouse';
    let now: Carried | null = null;
    const show = (next: Carried | null) => {
      now = next;
      isCarrying.current = next !== null;
      setCarried(next);
      return next;
    };
    const timer = isFinger ? setTimeout(() => show({ id, x, y, over: null }), holdTime) : undefined;
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      show(null);
    });
    const handleMove = ({ clientX, clientY }: MouseEvent) => {
      const isFar = Math.hypot(clientX - x, clientY - y) > (isFinger ? slack.finger : slack.mouse);
      if (!now && isFar && isFinger) return end();
      const current = now ?? (isFar ? show({ id, x, y, over: null }) : null);
      if (!current) return;
      const target = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[data-drop]');
      const at = target && area.current?.contains(target) ? Number(target.dataset['drop']) : null;
      const over = at === id ? null : at;
      if (over === current.over) return;
      show({ ...current, over });
      if (over !== null) target?.scrollIntoView({ block: 'nearest' });
    };
    const handleUp = () => {
      const over = now?.over ?? null;
      if (now) ignoreClick();
      end();
      if (over !== null) onDrop(id, over);
    };
    const handleKey = (event: KeyboardEvent) => {
      if (!now || event.key !== 'Escape') return;
      event.stopPropagation();
      end();
    };
    // a finger that is held opens no menu of the browser
    const handleMenu = (event: Event) => isFinger && event.preventDefault();
    window.addEventListener('pointermove', handleMove, { signal });
    window.addEventListener('pointerup', handleUp, { signal });
    window.addEventListener('pointercancel', end, { signal });
    window.addEventListener('keydown', handleKey, { signal, capture: true });
    window.addEventListener('contextmenu', handleMenu, { signal });
  };
  const grabProps = (id: number) => ({
    'data-grabbed': carried?.id === id || undefined,
    onPointerDown: (event: PointerEvent) => grab(id, event),
  });
  const targetProps = (id: number) => ({ 'data-drop': id, 'data-over': carried?.over === id || undefined });
  return { area, carried, grabProps, targetProps };
}

/** The end of a drag presses nothing; after a finger the click comes a little later. */
function ignoreClick(): void {
  const ended = new AbortController();
  const options = { capture: true, signal: ended.signal };
  const handleClick = (event: MouseEvent) => {
    event.preventDefault();
    event.stopPropagation();
  };
  window.addEventListener('click', handleClick, options);
  window.addEventListener('pointerdown', () => ended.abort(), options);
  setTimeout(() => ended.abort(), clickTime);
}
