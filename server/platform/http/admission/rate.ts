import type { Endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/**
 * Beside the kinds of load of calls: calls without a living login, refusals that are answered without delay, and calls of
 * a person whose refusals wait.
 */
type RateClass = Endpoint['rate'] | 'failed' | 'refused' | 'slowed';

/** Sustained calls per second of one caller, and the burst size. */
const classes: Record<RateClass, { perSecond: number; burst: number }> = {
  normal: { perSecond: 50, burst: 200 },
  login: { perSecond: 5, burst: 60 },
  search: { perSecond: 10, burst: 60 },
  heavy: { perSecond: 2, burst: 30 },
  failed: { perSecond: 50, burst: 300 },
  refused: { perSecond: 2, burst: 20 },
  slowed: { perSecond: 5, burst: 10 },
};

/** Callers with a bucket at one time; who has not called for the longest loses theirs. */
const mostBuckets = 20_000;

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets per caller and class, in memory: a guard of this process, not a business rule. */
export function openRateLimiter(now: () => number = Date.now, factor = 1) {
  const buckets = new Map<string, Bucket>();
  const filled = (caller: string, rate: RateClass): Bucket => {
    const { perSecond, burst } = classes[rate];
    const key = `${rate} ${caller}`;
    const at = now();
    const bucket = buckets.get(key) ?? { tokens: burst * factor, at };
    bucket.tokens = Math.min(burst * factor, bucket.tokens + ((at - bucket.at) / 1000) * perSecond * factor);
    bucket.at = at;
    // the last that called is the last to go
    buckets.delete(key);
    buckets.set(key, bucket);
    if (buckets.size > mostBuckets) for (const oldest of buckets.keys()) if (buckets.delete(oldest)) break;
    return bucket;
  };
  const tryTake = (caller: string, rate: RateClass): boolean => {
    const bucket = filled(caller, rate);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  };
  return {
    /** Takes one token of `caller`; throws 429 when there is none. */
    take(caller: string, rate: RateClass): void {
      if (!tryTake(caller, rate)) throw new AppError('http.too_many');
    },
    /** Takes one token of `caller`; false when there is none. */
    tryTake,
    /** Gives back a token that was taken. */
    giveBack(caller: string, rate: RateClass): void {
      filled(caller, rate).tokens += 1;
    },
  };
}
export type RateLimiter = ReturnType<typeof openRateLimiter>;
