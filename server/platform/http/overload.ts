import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';

/** Maximum concurrent calls: what arrives in two seconds at 100 a second; nobody waits longer (security L3). */
const mostAtOnce = 200;
/** Milliseconds that a body without a file may take to arrive (security L6). */
const longestBody = 30_000;

/** Concurrent calls of one caller, and how many more may wait for these; a browser sends six at once. */
const atOnceEach = 6;
const waitingEach = 50;

interface Caller {
  inside: number;
  /** Resolvers of waiting calls; each takes over the slot of a finished one. */
  readonly waiting: (() => void)[];
}

/**
 * Counts running calls. A call that waits for its caller, such as for a body that arrives slowly, does not count, nor
 * one that waits for other calls of the same caller: nobody fills the server alone (security L6). `factor` multiplies
 * the limits.
 */
export function openAdmission(factor = 1) {
  let inside = 0;
  const callers = new Map<string, Caller>();
  const during = async <T>(work: () => Promise<T>): Promise<T> => {
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  };
  return {
    /** Refuses at once what would have to wait. @throws AppError `http.unavailable` */
    requirePlace: (): void => {
      if (inside >= mostAtOnce * factor) throw new AppError('http.unavailable');
    },
    during,
    /** First come, first served per caller. @throws AppError `http.too_many` */
    duringTurn: async <T>(name: string, work: () => Promise<T>): Promise<T> => {
      const caller = callers.get(name) ?? { inside: 0, waiting: [] };
      callers.set(name, caller);
      if (caller.inside < atOnceEach * factor) caller.inside += 1;
      else if (caller.waiting.length < waitingEach * factor) {
        await new Promise<void>((done) => caller.waiting.push(done));
      } else throw new AppError('http.too_many');
      try {
        return await during(work);
      } finally {
        const next = caller.waiting.shift();
        if (next) next();
        else if ((caller.inside -= 1) === 0) callers.delete(name);
      }
    },
  };
}
export type Admission = ReturnType<typeof openAdmission>;

/** Ends connections whose body takes too long; one with files has the time of the whole request (`upload.ts`). */
export function endSlowBodies(app: FastifyInstance, longest: number = longestBody): void {
  app.addHook('preParsing', async ({ raw, headers }, _reply, payload) => {
    if (raw.complete || headers['content-type']?.startsWith('multipart/') === true) return payload;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, longest);
    raw.once('close', () => clearTimeout(timer));
    raw.once('end', () => clearTimeout(timer));
    return payload;
  });
}
