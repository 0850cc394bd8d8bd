import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Log } from '#server/platform/log/log.ts';
import { openCircuit } from './circuit.ts';
import { exchange, resolveByDns, type Limits, type Resolve } from './exchange.ts';
import { OutsideError } from './outside-error.ts';

/** 10 s, two retries two seconds apart (R27.1). An answer starts within 8 s (security X8). */
export const outsideLimits: Limits & { readonly retries: number; readonly delayMs: number } = {
  answerMs: 8_000,
  wholeMs: 10_000,
  maxBytes: 2 * 1024 * 1024,
  retries: 2,
  delayMs: 2_000,
};

export interface OutsideClientOptions {
  /** For the log. */
  readonly name: string;
  /** Address of the service, from the configuration only. Paths are appended to it. */
  readonly baseUrl: string;
  /** `host:port` of services that may use plain HTTP and be in a private network. */
  readonly privateHosts: readonly string[];
  readonly log: Pick<Log, 'warn'>;
  readonly limits?: Partial<typeof outsideLimits>;
  readonly resolve?: Resolve;
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;
  readonly now?: () => number;
}

export interface OutsideClient {
  /**
   * Reads JSON that fits `schema`; `query` is sent unchanged and never logged.
   * @throws OutsideError
   */
  readonly get: <S extends z.ZodType>(
    path: string,
    query: Readonly<Record<string, string>>,
    schema: S,
    signal?: AbortSignal,
  ) => Promise<z.output<S>>;
}

/** A client of one outside service (security X8, X9). @throws OutsideError for a base address that is not allowed */
export function openOutsideClient(options: OutsideClientOptions): OutsideClient {
  const { log, name } = options;
  const limits = { ...outsideLimits, ...options.limits };
  const pause = options.pause ?? ((ms, signal) => wait(ms, undefined, signal ? { signal } : {}));
  const base = new URL(options.baseUrl);
  const allowsPrivate = options.privateHosts.includes(`${base.hostname}:${portOf(base)}`);
  if (base.username !== '' || base.password !== '' || (base.protocol !== 'https:' && !allowsPrivate))
    throw new OutsideError('refused', 'the address has to be https, without a user name');
  const circuit = openCircuit(options.now);

  async function tryOnce<S extends z.ZodType>(url: URL, schema: S, signal?: AbortSignal): Promise<z.output<S>> {
    if (!circuit.mayTry()) throw new OutsideError('circuit', 'the service is left alone for a while');
    const resolve = options.resolve ?? resolveByDns;
    try {
      const answer = schema.safeParse(await exchange({ url, resolve, allowsPrivate, limits, signal }));
      if (!answer.success) throw new OutsideError('answer', 'the answer has another shape');
      circuit.succeeded();
      return answer.data;
    } catch (error) {
      if (!(error instanceof OutsideError && error.fault === 'aborted')) circuit.failed();
      throw error;
    }
  }

  return {
    async get(path, query, schema, signal) {
      const url = new URL(base.href.replace(/\/$/, '') + path);
      url.search = new URLSearchParams(query).toString();
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await tryOnce(url, schema, signal);
        } catch (error) {
          if (!(error instanceof OutsideError)) throw error;
          log.warn({ service: name, attempt, fault: error.fault, reason: error.message }, 'a service outside failed');
          if (!error.isTransient || attempt > limits.retries) throw error;
          await pause(limits.delayMs, signal);
        }
      }
    },
  };
}

const portOf = (url: URL): string => (url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80');
