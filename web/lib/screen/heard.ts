import { useCallback, useSyncExternalStore } from 'react';

/** Values by key, for what changes often below parts that stand still. */
export interface Heard<K, V> {
  readonly get: (key: K) => V;
  /** Takes the place of all values; a key that is missing has the plain one again. */
  readonly put: (values: ReadonlyMap<K, V>) => void;
  /** Tells of each change of one key, until what it returns is called. */
  readonly listen: (key: K, tell: () => void) => () => void;
}

/** Every key begins with the plain value; a value with the same members is no change. */
export function openHeard<K, V extends object>(plain: V): Heard<K, V> {
  let held: ReadonlyMap<K, V> = new Map();
  const listeners = new Map<K, Set<() => void>>();
  const get = (key: K): V => held.get(key) ?? plain;
  return {
    get,
    put: (values) => {
      const before = held;
      const kept = new Map<K, V>();
      for (const [key, value] of values) {
        const last = before.get(key);
        kept.set(key, last && isAlike(last, value) ? last : value);
      }
      held = kept;
      for (const key of new Set([...before.keys(), ...kept.keys()]))
        if (before.get(key) !== kept.get(key)) for (const tell of listeners.get(key) ?? []) tell();
    },
    listen: (key, tell) => {
      const told = listeners.get(key) ?? new Set();
      listeners.set(key, told.add(tell));
      return () => {
        told.delete(tell);
        if (told.size === 0) listeners.delete(key);
      };
    },
  };
}

const isAlike = <V extends object>(one: V, other: V): boolean =>
  (Object.keys(one) as (keyof V)[]).every((name) => Object.is(one[name], other[name]));

/** The value of a key. What asks is drawn anew with this value alone: a context would have all below it looked through. */
export function useHeard<K, V>(heard: Heard<K, V>, key: K): V {
  const listen = useCallback((tell: () => void) => heard.listen(key, tell), [heard, key]);
  return useSyncExternalStore(listen, () => heard.get(key));
}
