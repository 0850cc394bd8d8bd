import { AppError } from '#shared/wire/error-codes.ts';

/**
 * A hash takes 19 MiB and one core for a while, so few run at once and excess calls are refused early (security N1).
 */
export function openHashQueue(atOnce = 2, waitingAtMost = 50) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return {
    /** @throws AppError `session.busy` when the queue is full */
    async run<T>(work: () => Promise<T>): Promise<T> {
      if (running < atOnce) running += 1;
      else if (waiting.length >= waitingAtMost) throw new AppError('session.busy');
      // a finished call hands its slot over, so `running` stays
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else running -= 1;
      }
    },
  };
}
