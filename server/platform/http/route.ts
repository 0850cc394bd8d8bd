import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import type { z } from 'zod';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { Upload } from '#server/platform/http/upload.ts';
import type { Log } from '#server/platform/log/log.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import type { Language } from '#shared/i18n/language.ts';

/** What a handler gets: the caller, the parsed input and a connection; never the request itself. */
export interface Call<I> {
  readonly input: I;
  /** Inside the call's transaction when the endpoint's effect is `write`. */
  readonly db: Database;
  readonly upload: Upload | null;
  readonly language: Language;
  /** What the client has said on purpose, rather than its browser; it stays the person's own. */
  readonly saidLanguage: Language | null;
  readonly address: string;
  readonly userAgent: string;
  readonly log: Log;
  /** Runs once the transaction is committed; may run twice, so it must be repeatable. */
  readonly afterCommit: (effect: () => void | Promise<void>) => void;
  /**
   * For an endpoint that is `manual` and `idempotent`: runs the work once per idempotency key, in the transaction that
   * the handler opened; a repeat gets the stored answer (security C1).
   */
  readonly once: <T>(trx: Database, work: () => Promise<T>) => Promise<T>;
  readonly cookies: Readonly<Record<string, string>>;
  readonly setCookie: (name: string, value: string, maxAgeSeconds: number) => void;
  readonly setHeader: (name: string, value: string) => void;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
  readonly raw: { readonly request: FastifyRequest; readonly reply: FastifyReply };
}

export interface SignedCall<I> extends Call<I> {
  readonly actor: Actor;
}

/** The answer of an endpoint that sends a file. */
export interface FileAnswer {
  readonly content: Readable | Buffer;
  readonly contentType: string;
  /** The complete value of Content-Disposition. */
  readonly disposition: string;
  readonly size?: number;
}

type Answer<E extends Endpoint> = E['answer'] extends 'file' ? FileAnswer : z.input<E['output']>;

export interface Route {
  readonly endpoint: Endpoint;
  readonly handle: (call: Call<never>, actor: Actor | null) => Promise<unknown>;
  readonly around?: (call: Call<never>, actor: Actor | null, work: () => Promise<unknown>) => Promise<unknown>;
}

/**
 * Runs before and after the call's transaction, with the pool as `db`: what must persist when the call is rolled back
 * belongs here. A handler that took a second connection inside its transaction could deadlock with itself.
 */
export type Around<I> = (call: SignedCall<I>, work: () => Promise<unknown>) => Promise<unknown>;

/** A route for logged-in people; `endpoint.access` names the right it requires. */
export function route<E extends Endpoint>(
  endpoint: E,
  handle: (call: SignedCall<z.output<E['input']>>) => Promise<Answer<E> | FileAnswer>,
  around?: Around<z.output<E['input']>>,
): Route {
  if (endpoint.access === 'public') throw new Error(`${endpoint.path} is public: declare it with publicRoute`);
  const signed = (call: Call<never>, actor: Actor | null): SignedCall<z.output<E['input']>> => {
    if (!actor) throw new Error(`${endpoint.path} reached without an actor`);
    return { ...(call as unknown as Call<z.output<E['input']>>), actor };
  };
  return {
    endpoint,
    handle: async (call, actor) => handle(signed(call, actor)),
    ...(around ? { around: (call, actor, work) => around(signed(call, actor), work) } : {}),
  };
}

/** A route that needs no login; there are few (security A1). */
export function publicRoute<E extends Endpoint>(
  endpoint: E,
  handle: (call: Call<z.output<E['input']>>) => Promise<z.input<E['output']> | FileAnswer>,
): Route {
  if (endpoint.access !== 'public') throw new Error(`${endpoint.path} is not public: declare it with route`);
  return { endpoint, handle: (call) => handle(call as unknown as Call<z.output<E['input']>>) };
}
