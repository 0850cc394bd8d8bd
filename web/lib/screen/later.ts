import { startTransition, useEffect, useState } from 'react';

/** How many parts are drawn at once, and milliseconds until the next ones. */
const few = 24;
const pause = 30;
/** Milliseconds without a press before the first ones. */
const rest = 1000;

/** What draws each part that waits, in their order. */
const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** A press comes first, and what follows it. */
const yieldTo = (): void => wait(rest);

function wait(time: number): void {
  clearTimeout(timer);
  // a press in the midst of it is answered without it
  if (waiting.size > 0) timer = setTimeout(() => startTransition(() => draw(few)), time);
  else for (const press of ['keydown', 'pointerdown']) removeEventListener(press, yieldTo, true);
}

function draw(count: number): void {
  for (const one of [...waiting].slice(0, count)) {
    waiting.delete(one);
    one();
  }
  wait(pause);
}

/** Has a part drawn later. Answers how to give it up. */
export function enqueue(one: () => void): () => void {
  waiting.add(one);
  if (waiting.size === 1) {
    for (const press of ['keydown', 'pointerdown']) addEventListener(press, yieldTo, true);
    wait(rest);
  }
  return () => void waiting.delete(one);
}

/** Draws all that waits: it comes into view. */
export const hurry = (): void => draw(waiting.size);

/** Whether a part is drawn yet: at once where it is in view or wanted, otherwise when the page has rested, a few at a time. */
export function useLater(isInView: () => boolean, isWanted: boolean): boolean {
  const [isDrawn, setDrawn] = useState(isInView);
  if (isWanted && !isDrawn) setDrawn(true);
  useEffect(() => {
    if (!isDrawn) return enqueue(() => setDrawn(true));
  }, [isDrawn]);
  return isDrawn;
}
