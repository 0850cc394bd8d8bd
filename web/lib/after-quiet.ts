/** Milliseconds that a page has for itself. */
export const quietTime = 2000;

/** Calls `work` after a quiet time, or after the first one at whose end nothing is busy. Answers how to give it up. */
export function afterQuiet(isBusy: () => boolean, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(() => (isBusy() ? wait() : work()), quietTime);
  };
  wait();
  return () => clearTimeout(timer);
}
