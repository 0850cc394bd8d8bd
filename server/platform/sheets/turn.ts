/**
 * Runs only so many tasks at once, first come, first served. Reading a spreadsheet may take a worker's whole heap, so
 * many uploads must not add up (security U5).
 */
export function openTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    // a finished task hands its slot over, so `running` stays
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
