import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '#server/platform/access/actor.ts';
import { openKnownTokens, type TokenReader } from '#server/platform/http/admission/known-tokens.ts';
import { openPlaces, type CallerName } from '#server/platform/http/admission/overload.ts';
import type { RateLimiter } from '#server/platform/http/admission/rate.ts';
import { addressKey } from '#server/platform/session/login-delay.ts';
import type { Endpoint } from '#shared/wire/endpoint.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Calls of one person, or of the strangers of one address, from their head to the end of their answer. */
const mostEach = { person: 64, address: 128 };
/** Milliseconds that refusals of a caller wait who does not slow down: at random, so that they do not come back together. */
const holdTime = { least: 1000, more: 2000 };
/** Refusals that wait, of one caller and of all; what comes beyond them loses its connection. */
const mostHeld = { each: 400, all: 4000 };

export interface AdmissionOptions {
  /** Throws `session.*` unless the request has a living login. */
  readonly authenticate: (request: FastifyRequest) => Promise<Actor>;
  /** Without it every token is looked up by `authenticate` alone. */
  readonly tokens?: TokenReader | undefined;
  readonly rate: RateLimiter;
  /** Multiplies the limits. */
  readonly factor?: number | undefined;
  /** A connection turns out to be a person's. */
  readonly onPerson?: (request: FastifyRequest, name: string) => void;
}

/**
 * Decides by caller, before any work, who comes in (docs/decisions/admission.md): persons whose token was seen before
 * are counted as themselves, everybody else by their address, and only failures cost an address anything.
 */
export function openAdmission({ authenticate, tokens, rate, factor = 1, onPerson }: AdmissionOptions) {
  const places = openPlaces(factor);
  const known = tokens ? openKnownTokens(tokens) : null;
  const inProgress = openCounter();
  const held = openCounter();

  /** Refuses with 429; who goes on regardless waits for it. */
  const tooMany = async (request: FastifyRequest, caller: string): Promise<never> => {
    if (!rate.tryTake(caller, 'refused')) {
      if (held.of(caller) >= mostHeld.each * factor || held.all() >= mostHeld.all * factor) request.raw.destroy();
      else {
        held.add(caller);
        await sleep(holdTime.least + Math.random() * holdTime.more, undefined, { ref: false });
        held.remove(caller);
      }
    }
    throw new AppError('http.too_many');
  };
  const orTooMany = async <T>(request: FastifyRequest, caller: string, work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError && error.code === 'http.too_many') return tooMany(request, caller);
      throw error;
    }
  };
  const enter = ({ raw }: FastifyReply, { name, isKnown }: CallerName): void => {
    if (inProgress.of(name) >= (isKnown ? mostEach.person : mostEach.address) * factor) {
      throw new AppError('http.too_many');
    }
    inProgress.add(name);
    let isOver = false;
    const leave = () => {
      if (!isOver) inProgress.remove(name);
      isOver = true;
    };
    raw.once('finish', leave).once('close', leave);
  };

  /** Whose token it is, when its login lives; charges the address otherwise. @throws AppError `session.*`, `http.too_many` */
  const ownerOf = async (request: FastifyRequest, address: string): Promise<number | null> => {
    if (!known || !tokens) return null;
    const token = tokens.nameOf(request);
    const owner = token === null ? undefined : known.ownerOf(token);
    if (owner !== undefined) return owner;
    const isSpent = !rate.tryTake(address, 'failed');
    if (token === null || known.isMissing(token)) {
      if (isSpent) throw new AppError('http.too_many');
      // says which: none, or none that counts
      if (token === null) return null;
      throw new AppError('session.expired');
    }
    const found = await known.find(token, address, isSpent);
    if (found?.isAlive) {
      if (!isSpent) rate.giveBack(address, 'failed');
      return found.userId;
    }
    if (isSpent) throw new AppError('http.too_many');
    if (!found) throw new AppError('session.expired');
    return null;
  };

  return {
    /** A call that needs no login. @throws AppError `http.too_many`, `http.unavailable` */
    stranger: async (request: FastifyRequest, reply: FastifyReply, kind: Endpoint['rate']): Promise<CallerName> => {
      const caller = { name: addressKey(request.ip), isKnown: false };
      places.requirePlace(caller);
      await orTooMany(request, caller.name, () => {
        rate.take(caller.name, kind);
        enter(reply, caller);
      });
      return caller;
    },
    /** A call of a person. @throws AppError `http.too_many`, `http.unavailable`, `session.*` */
    person: async (
      request: FastifyRequest,
      reply: FastifyReply,
      kind: Endpoint['rate'],
    ): Promise<{ actor: Actor; caller: CallerName }> => {
      const address = addressKey(request.ip);
      const owner = await orTooMany(request, address, () => ownerOf(request, address));
      const caller = owner === null ? { name: address, isKnown: false } : { name: `user ${owner}`, isKnown: true };
      places.requirePlace(caller);
      const actor = await orTooMany(request, caller.name, async () => {
        if (owner !== null) {
          // little is left for a person who goes on although refused
          if (held.of(caller.name) > 0) rate.take(caller.name, 'slowed');
          rate.take(caller.name, kind);
        }
        enter(reply, caller);
        try {
          return await places.duringTurn(caller, () => authenticate(request));
        } catch (error) {
          if (tokens && error instanceof AppError && error.code.startsWith('session.')) {
            known?.forget(tokens.nameOf(request));
          }
          throw error;
        }
      });
      if (owner !== null) onPerson?.(request, caller.name);
      else if (!known) rate.take(`user ${actor.userId}`, kind);
      return { actor, caller: { name: `user ${actor.userId}`, isKnown: true } };
    },
    duringTurn: places.duringTurn,
  };
}
export type Admission = ReturnType<typeof openAdmission>;

function openCounter() {
  const counts = new Map<string, number>();
  let all = 0;
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    all: (): number => all,
    add: (name: string): void => {
      all += 1;
      counts.set(name, (counts.get(name) ?? 0) + 1);
    },
    remove: (name: string): void => {
      all -= 1;
      const left = (counts.get(name) ?? 1) - 1;
      if (left === 0) counts.delete(name);
      else counts.set(name, left);
    },
  };
}
