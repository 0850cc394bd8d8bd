import type { Endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Sustained calls per second of one caller, and the burst size. */
const classes: Record<Endpoint['rate'], { perSecond: number; burst: number }> = {
  normal: { perSecond: 50, burst: 200 },
  login: { perSecond: 5, burst: 60 },
  search: { perSecond: 10, burst: 60 },
  heavy: { perSecond: 2, burst: 30 },
};

interface Bucket {
  tokens: number;
  at: number;
}

/** Token buckets per caller and class, in memory: a guard of this process, not a business rule. */
export function openRateLimiter(now: () => number = Date.now, factor = 1) {
  const buckets = new Map<string, Bucket>();
  return {
    /** Takes one token of `caller`; throws 429 when there is none. */
    take(caller: string, rate: Endpoint['rate']): void {
      const { perSecond, burst } = classes[rate];
      const key = `${rate} ${caller}`;
      const at = now();
      const bucket = buckets.get(key) ?? { tokens: burst * factor, at };
      bucket.tokens = Math.min(burst * factor, bucket.tokens + ((at - bucket.at) / 1000) * perSecond * factor);
      bucket.at = at;
      if (bucket.tokens < 1) throw new AppError('http.too_many');
      bucket.tokens -= 1;
      buckets.set(key, bucket);
      if (buckets.size > 20_000) {
        for (const [name, old] of buckets) if (at - old.at > 60_000) buckets.delete(name);
      }
    },
  };
}
export type RateLimiter = ReturnType<typeof openRateLimiter>;
