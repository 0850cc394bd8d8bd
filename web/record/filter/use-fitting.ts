import { useLayoutEffect, useRef, useState, type RefObject } from 'react';

const gap = 8;

/**
 * How many of a line's first children fit before those that follow them, which always do. The line takes what is left of
 * its own; children are measured while all of them are there, once for each `key`.
 */
export function useFitting<E extends HTMLElement>(
  count: number,
  { key, reserved }: { readonly key: string; readonly reserved: number },
): readonly [line: RefObject<E | null>, fitting: number] {
  const line = useRef<E>(null);
  const widths = useRef<{ readonly key: string; readonly all: readonly number[] }>({ key: '', all: [] });
  const [state, setState] = useState({ key: '', fitting: count });
  const fitting = state.key === key ? state.fitting : count;
  useLayoutEffect(() => {
    const element = line.current;
    if (!element) return;
    if (widths.current.key !== key) {
      // a child is no wider than its line, which is not to be as narrow as what stood in it before
      element.style.flexBasis = '';
      widths.current = {
        key,
        all: Array.from(element.children, (child) => child.getBoundingClientRect().width).slice(0, count),
      };
    }
    const measure = () => {
      const { all } = widths.current;
      const whole = Math.ceil(all.reduce((sum, width) => sum + width + gap, -gap));
      // it takes so much where there is space, so that it grows again with the window
      element.style.flexBasis = `${whole}px`;
      let room = element.clientWidth - (whole <= element.clientWidth ? 0 : reserved);
      // at least one stands, cut off if it has to be
      const first = all.findIndex((width) => (room -= width + gap) < -gap);
      const next = first < 0 ? count : Math.max(1, first);
      setState((before) => (before.key === key && before.fitting === next ? before : { key, fitting: next }));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [key, count, reserved]);
  return [line, fitting];
}
