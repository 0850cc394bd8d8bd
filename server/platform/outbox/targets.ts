import type { Database } from '#server/platform/database/tables.ts';
import type { Accepted } from '#server/platform/outside/exchange.ts';
import type { Services } from '#server/platform/services.ts';
import type { OutboxReason } from '#shared/platform/outbox-states.ts';

/** Something that is to leave. */
export interface OutboxEntry {
  readonly outboxId: number;
  /** The same at each attempt. */
  readonly deliveryId: string;
  readonly target: string;
  readonly subject: string;
  /** Ids and what was chosen; never a key of a service. */
  readonly payload: Readonly<Record<string, unknown>>;
}

export interface OutboxRequest {
  readonly url: string;
  readonly body: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** What an answer comes to. `detail` is kept: a number that the target gave, or what it said. */
export interface Verdict {
  readonly isDelivered: boolean;
  /** It may work later. */
  readonly isTransient?: boolean;
  readonly detail: string;
}

/** A place outside to which entries go, as the module that sends them declares it. */
export interface OutboxTarget {
  /** One that ends with a space stands for every target that begins with it: what follows names one of its places. */
  readonly name: string;
  /** What is sent, made when it leaves, with the settings of then; or why it does not leave. */
  readonly prepare: (
    services: Services,
    db: Database,
    entry: OutboxEntry,
  ) => Promise<OutboxRequest | { readonly leftOut: OutboxReason }>;
  /** Reads the answer of a request that was accepted (status 200 to 299); delivered without it. */
  readonly judge?: (answer: Accepted) => Verdict;
}

const targets = new Map<string, OutboxTarget>();

/** Makes targets known; where the server lists its modules. */
export function registerOutboxTargets(added: readonly OutboxTarget[]): void {
  for (const target of added) targets.set(target.name, target);
}

export const outboxTarget = (name: string): OutboxTarget | undefined =>
  targets.get(name) ?? targets.get(name.slice(0, name.indexOf(' ') + 1));
