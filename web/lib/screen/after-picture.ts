import { startTransition, useEffect, useState } from 'react';

/** Milliseconds without a picture, as in a tab that nobody sees. */
const longest = 200;

/** Calls `work` once the next picture is shown, so that a press is answered without it. Answers how to give it up. */
export function afterPicture(work: () => void): () => void {
  let timer = 0;
  const frame = requestAnimationFrame(() => (timer = window.setTimeout(work)));
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
  };
}

/** Resolves as `afterPicture` calls, and soon all the same where no picture comes. */
export const nextPicture = (): Promise<void> =>
  new Promise((resolve) => {
    afterPicture(resolve);
    setTimeout(resolve, longest);
  });

/** A value as it was with the last picture: for what may come one later than the press it answers. */
export function useAfterPicture<T>(value: T): T {
  const [shown, show] = useState(value);
  useEffect(() => afterPicture(() => startTransition(() => show(() => value))), [value]);
  return shown;
}
