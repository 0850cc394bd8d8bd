import { useSyncExternalStore } from 'react';
import { companyTime } from '#shared/record/time.ts';

/** Milliseconds between looks at the clock. */
const pause = 30_000;
const listeners = new Set<() => void>();
let now = '';
let looked = 0;
let timer: ReturnType<typeof setInterval> | undefined;

function look(): void {
  looked = Date.now();
  now = companyTime(looked);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === undefined) {
    timer = setInterval(look, pause);
    // nobody has looked for a while: a list that comes back at once needs no other words
    if (Date.now() - looked > pause) look();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  };
}

const current = (): string => {
  if (now === '') {
    looked = Date.now();
    now = companyTime(looked);
  }
  return now;
};

/** The company's time, `YYYY-MM-DD HH:mm:ss`, up to half a minute old: what is said of times stays true on an open page. */
export const useNow = (): string => useSyncExternalStore(subscribe, current);
