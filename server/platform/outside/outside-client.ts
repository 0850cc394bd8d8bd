import { isIP } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { z } from 'zod';
import type { Log } from '#server/platform/log/log.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isPublicAddress } from './addresses.ts';
import { openCircuit } from './circuit.ts';
import { exchange, exchangeText, resolveByDns, type Accepted, type Limits, type Resolve } from './exchange.ts';
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
  const allowsPrivate = requireAllowed(base, options.privateHosts);
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

export interface Posting {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** As in `OutsideClientOptions`. */
  readonly privateHosts: readonly string[];
  readonly limits?: Partial<Limits>;
  readonly resolve?: Resolve;
}

/**
 * Posts JSON once, to an address that an administrator has set (security X8), and gives the answer, of at most 64 KB.
 * @throws OutsideError
 */
export async function postOutside(
  { url: address, body, headers = {}, privateHosts, limits, resolve = resolveByDns }: Posting,
  signal?: AbortSignal,
): Promise<Accepted> {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!url) throw new OutsideError('refused', 'the address is none');
  const allowsPrivate = requireAllowed(url, privateHosts);
  const bounds = { ...outsideLimits, maxBytes: 64 * 1024, ...limits };
  return exchangeText({ url, post: { body, headers }, resolve, allowsPrivate, limits: bounds, signal });
}

/** Whether a listed service is at the address, which may lie in a private network. @throws OutsideError `refused` */
function requireAllowed(url: URL, privateHosts: readonly string[]): boolean {
  const allowsPrivate = privateHosts.includes(`${url.hostname}:${portOf(url)}`);
  const isWeb = url.protocol === 'https:' || (url.protocol === 'http:' && allowsPrivate);
  if (url.username !== '' || url.password !== '' || !isWeb)
    throw new OutsideError('refused', 'the address has to be https, without a user name');
  return allowsPrivate;
}

/** Checks an address that an administrator enters, as far as it can be without asking for its name. @throws AppError `outside.address` */
export function requireOutsideAddress(address: string, privateHosts: readonly string[]): void {
  try {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, '');
    if (!requireAllowed(url, privateHosts) && isIP(host) !== 0 && !isPublicAddress(host))
      throw new Error('closed network');
    if (url.hash !== '') throw new Error('an address of a page');
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    throw new AppError('outside.address');
  }
}

const portOf = (url: URL): string => (url.port !== '' ? url.port : url.protocol === 'https:' ? '443' : '80');
