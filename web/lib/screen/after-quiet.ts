/** Milliseconds that a page has for itself. */
export const quietTime = 2000;
/** A page at work lets a timer wait for longer than this, in milliseconds. */
const mostLate = 200;

/** Calls `work` after a quiet time, or after the first one in which nothing is busy. Answers how to give it up. */
export function afterQuiet(isBusy: () => boolean, work: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    const due = performance.now() + quietTime;
    timer = setTimeout(() => (isBusy() || performance.now() - due > mostLate ? wait() : work()), quietTime);
  };
  wait();
  return () => clearTimeout(timer);
}
