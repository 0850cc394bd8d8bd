import { memo, useLayoutEffect, useRef, useState, type ReactNode } from 'react';

interface StillProps {
  /** What the picture depends on. */
  readonly of: readonly unknown[];
  readonly draw: () => ReactNode;
}

/** A part that is drawn anew only when something that it depends on has changed, whatever is drawn around it. */
export const Still = memo(
  ({ draw }: StillProps) => draw(),
  (before, after) => isSame(before.of, after.of),
);

const isSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((one, at) => Object.is(one, others[at]));

/** A list that stays the same object while it has the same elements. */
export function useSame<T>(list: readonly T[]): readonly T[] {
  const [kept, keep] = useState(list);
  if (isSame(kept, list)) return kept;
  keep(list);
  return list;
}

/** Calls what was given with the last picture, and never changes itself: for handlers in parts that stand still. */
export function useLatest<A extends readonly unknown[], R>(handler: (...given: A) => R): (...given: A) => R {
  const latest = useRef(handler);
  useLayoutEffect(() => {
    latest.current = handler;
  });
  const [stable] = useState(
    () =>
      (...given: A) =>
        latest.current(...given),
  );
  return stable;
}
