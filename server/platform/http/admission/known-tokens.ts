import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#shared/wire/error-codes.ts';

export interface TokenOwner {
  readonly userId: number;
  /** False for a login that has ended or expired, and of a disabled person. */
  readonly isAlive: boolean;
}

/** What admission has to know of logins. */
export interface TokenReader {
  /** A hash of the request's token; null without one, and for a text that is none. */
  readonly nameOf: (request: FastifyRequest) => string | null;
  /** Whose these tokens are, by one query. */
  readonly ownersOf: (names: readonly string[]) => Promise<ReadonlyMap<string, TokenOwner>>;
}

const mostKnown = 50_000;
const mostMissing = 10_000;
/** Milliseconds after which a token that there was not is looked up again: it may have been given out since. */
const missingTime = 2000;
/** Tokens of one query, and how many may wait, from one address and in all. */
const mostInBatch = 500;
const mostWaiting = { each: 1000, all: 10_000 };
/** Milliseconds between two queries for addresses that have failed too often. */
const spentPause = 250;

/**
 * Remembers whose token is whose and which do not exist, and looks the others up in batches: one query at a time,
 * however many strangers call. Rights are not remembered: every call is authenticated (security A15).
 */
export function openKnownTokens(reader: TokenReader) {
  const owners = new Map<string, number>();
  const missing = new Map<string, number>();
  const read = async (names: readonly string[]) => {
    const found = await reader.ownersOf(names);
    const until = performance.now() + missingTime;
    for (const name of names) {
      const owner = found.get(name);
      if (owner?.isAlive) put(owners, name, owner.userId, mostKnown);
      if (!owner) put(missing, name, until, mostMissing);
    }
    return found;
  };
  const usual = openBatches(read, 0);
  const spent = openBatches(read, spentPause);
  /** Until they are answered: the same token is looked up once, however many calls bring it. */
  const pending = new Map<string, Promise<TokenOwner | undefined>>();
  const perAddress = new Map<string, number>();
  return {
    ownerOf: (name: string): number | undefined => owners.get(name),
    isMissing: (name: string): boolean => (missing.get(name) ?? 0) > performance.now(),
    /** `isSpent`: the address has failed so often that it waits for the slow batches. @throws AppError `http.too_many` */
    find: async (name: string, address: string, isSpent: boolean): Promise<TokenOwner | undefined> => {
      const count = perAddress.get(address) ?? 0;
      if (count >= mostWaiting.each || pending.size >= mostWaiting.all) throw new AppError('http.too_many');
      perAddress.set(address, count + 1);
      try {
        const answer = pending.get(name) ?? (isSpent ? spent : usual)(name);
        pending.set(name, answer);
        return await answer;
      } finally {
        pending.delete(name);
        const left = (perAddress.get(address) ?? 1) - 1;
        if (left === 0) perAddress.delete(address);
        else perAddress.set(address, left);
      }
    },
    forget: (name: string | null): void => {
      if (name !== null) owners.delete(name);
    },
  };
}

function put<V>(map: Map<string, V>, key: string, value: V, most: number): void {
  map.delete(key);
  map.set(key, value);
  if (map.size > most) for (const oldest of map.keys()) if (map.delete(oldest)) break;
}

/** One query at a time: what is asked meanwhile waits for the next. */
function openBatches(read: (names: readonly string[]) => Promise<ReadonlyMap<string, TokenOwner>>, pause: number) {
  const waiting = new Map<string, PromiseWithResolvers<TokenOwner | undefined>>();
  let isRunning = false;
  const run = async () => {
    isRunning = true;
    while (waiting.size > 0) {
      // what arrives in the same turn goes along
      await sleep(pause, undefined, { ref: false });
      const batch = [...waiting].slice(0, mostInBatch);
      for (const [name] of batch) waiting.delete(name);
      try {
        const found = await read(batch.map(([name]) => name));
        for (const [name, { resolve }] of batch) resolve(found.get(name));
      } catch (error) {
        for (const [, { reject }] of batch) reject(error);
      }
    }
    isRunning = false;
  };
  return (name: string): Promise<TokenOwner | undefined> => {
    const asked = Promise.withResolvers<TokenOwner | undefined>();
    waiting.set(name, asked);
    if (!isRunning) void run();
    return asked.promise;
  };
}
