/**
 * Lets only so many pieces of work run at once, in the order they came. Reading a spreadsheet may take up to a worker's
 * whole heap, so a crowd of uploads must not add up (security U5).
 */
export function openTurns(atOnce: number): <T>(work: () => Promise<T>) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (work) => {
    if (running < atOnce) running += 1;
    // whoever ends hands its place over, so `running` stays
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
