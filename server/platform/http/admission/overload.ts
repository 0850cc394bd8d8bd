import type { FastifyInstance } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';

/** Maximum concurrent calls: what arrives in two seconds at 100 a second; nobody waits longer (security L3). */
const mostAtOnce = 200;
/** Of these, places that only known logins take: strangers never fill the server (security L6). */
const reserved = 50;
/** Milliseconds that a body without a file may take to arrive (security L6). */
const longestBody = 30_000;
/** Milliseconds that the rest of a body may take to arrive after its call has been answered. */
const longestRest = 5000;

/** Concurrent calls of one caller, and how many more may wait for these; a browser sends six at once. */
const atOnceEach = 6;
const waitingEach = 50;

interface Caller {
  inside: number;
  /** Resolvers of waiting calls; each takes over the slot of a finished one. */
  readonly waiting: (() => void)[];
}

/** Who is calling: a person under a name of their own, or a stranger under that of an address. */
export interface CallerName {
  readonly name: string;
  readonly isKnown: boolean;
}

/**
 * Counts running calls. A call that waits for its caller, such as for a body that arrives slowly, does not count, nor
 * one that waits for other calls of the same caller: nobody fills the server alone (security L6). `factor` multiplies
 * the limits.
 */
export function openPlaces(factor = 1) {
  let inside = 0;
  const callers = new Map<string, Caller>();
  const requirePlace = ({ isKnown }: CallerName): void => {
    if (inside >= (mostAtOnce - (isKnown ? 0 : reserved)) * factor) throw new AppError('http.unavailable');
  };
  const during = async <T>(caller: CallerName, work: () => Promise<T>): Promise<T> => {
    requirePlace(caller);
    inside += 1;
    try {
      return await work();
    } finally {
      inside -= 1;
    }
  };
  return {
    /** Refuses at once what would have to wait. @throws AppError `http.unavailable` */
    requirePlace,
    /** First come, first served per caller. @throws AppError `http.too_many`, `http.unavailable` */
    duringTurn: async <T>(who: CallerName, work: () => Promise<T>): Promise<T> => {
      const caller = callers.get(who.name) ?? { inside: 0, waiting: [] };
      callers.set(who.name, caller);
      if (caller.inside < atOnceEach * factor) caller.inside += 1;
      else if (caller.waiting.length < waitingEach * factor) {
        await new Promise<void>((done) => caller.waiting.push(done));
      } else throw new AppError('http.too_many');
      try {
        return await during(who, work);
      } finally {
        const next = caller.waiting.shift();
        if (next) next();
        else if ((caller.inside -= 1) === 0) callers.delete(who.name);
      }
    },
  };
}

/**
 * Ends connections whose body takes too long. One with files has the time of the whole request, as long as the call
 * reads it (`upload.ts`); nobody reads the body of a call that was refused.
 */
export function endSlowBodies(app: FastifyInstance, longest: number = longestBody, rest: number = longestRest): void {
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || raw.destroyed) return;
    const timer = setTimeout(() => {
      if (!raw.complete) raw.destroy();
    }, rest);
    raw.once('close', () => clearTimeout(timer));
  });
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
