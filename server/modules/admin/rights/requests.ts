import { createHash } from 'node:crypto';
import { sql, type Generated } from 'kysely';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import type { Everyone } from '#server/platform/access/everyone.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import type { Permission } from '#shared/admin/menus.ts';
import type { Gains, RightsChange, Waiting } from '#shared/admin/rights-change.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { dataScopes } from '#shared/admin/seeded-roles.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { lackingOf } from './gains.ts';
import { lackingNames } from './lacking-names.ts';
import { joined } from './measure.ts';

declare module '#server/platform/database/tables.ts' {
  interface Tables {
    rights_request: {
      request_id: Generated<number>;
      asked_by: number;
      asked_at: Generated<string>;
      permission: string;
      changes: unknown;
      gains: unknown;
      digest: Buffer;
      state: Generated<number>;
      decided_by: number | null;
      decided_at: string | null;
      reason: Generated<string>;
      seen: Generated<boolean>;
    };
  }
}

/** One person's requests that wait at most. */
const mostWaiting = 500;

/** Collects what a call may not do, to be asked for as one request. */
export class AskedChanges {
  readonly #changes: RightsChange[] = [];
  #gains: Gains | null = null;
  #everyone: Everyone | null = null;

  add(changes: readonly RightsChange[], gains: Gains, everyone: Everyone): void {
    this.#changes.push(...changes);
    this.#gains = this.#gains ? joined(this.#gains, gains) : gains;
    this.#everyone = everyone;
  }

  /**
   * Saves the request and tells those who may confirm it; null when there is nothing to ask for. The same request, asked
   * again while it waits, stays one. `permission` is the right that the call took; `isPart` says that the rest was done.
   * @throws AppError `rights.too_many`
   */
  async save(db: Database, actor: Actor, permission: Permission, isPart: boolean): Promise<Waiting | null> {
    const [gains, everyone, changes] = [this.#gains, this.#everyone, this.#changes];
    if (!gains || !everyone || changes.length === 0) return null;
    const lacking = lackingOf(everyone.rightsOf(actor.userId), gains);
    const names = lacking ? lackingNames(lacking, actor.language) : '';
    const requestId = await keep(db, actor, permission, changes, gains);
    const deciders = decidersOf(everyone, { permission, changes, gains });
    if (deciders.length > 0) await storeEvent(db, { type: pushTypes.toDo, to: deciders });
    return { requestId, names, isPart };
  }
}

export interface Request {
  /** The right by which it was asked. */
  readonly permission: string;
  readonly changes: readonly RightsChange[];
  readonly gains: Gains;
}

/**
 * Whether somebody may confirm or decline a request: they have all that it gives, and either the right to do it themselves
 * or everybody concerned below them. Administrators always may.
 */
export function mayDecide(userId: number, rights: Rights, { permission, changes, gains }: Request): boolean {
  if (lackingOf(rights, gains)) return false;
  if (rights.permissions.has(permission as Permission)) return true;
  const below = rights.ownersOf(dataScopes.subordinates);
  const isBelow = (id: number) => id !== userId && below !== 'all' && below.includes(id);
  return changes.every((change) => 'userId' in change && isBelow(change.userId));
}

/** Everybody who may decide it. */
export const decidersOf = ({ people, rightsOf }: Everyone, request: Request): number[] =>
  [...people.values()].flatMap(({ user_id: userId, isActive }) =>
    isActive && mayDecide(userId, rightsOf(userId), request) ? [userId] : [],
  );

async function keep(
  db: Database,
  actor: Actor,
  permission: Permission,
  changes: readonly RightsChange[],
  gains: Gains,
): Promise<number> {
  const { userId, address } = actor;
  const digest = createHash('sha256')
    .update(JSON.stringify([userId, permission, changes]))
    .digest();
  const { rows: known } = await sql<{ request_id: number; waiting: number; same: boolean }>`
    select max(request_id) filter (where digest = ${digest}) as request_id, count(*)::int as waiting
    from rights_request where asked_by = ${userId} and state = 0`.execute(db);
  const [first] = known;
  if (first?.request_id) return first.request_id;
  if ((first?.waiting ?? 0) >= mostWaiting) throw new AppError('rights.too_many', { most: mostWaiting });
  const { request_id: requestId } = await db
    .insertInto('rights_request')
    .values({
      asked_by: userId,
      permission,
      changes: JSON.stringify(changes),
      gains: JSON.stringify(gains),
      digest,
      decided_by: null,
      decided_at: null,
    })
    .returning('request_id')
    .executeTakeFirstOrThrow();
  await audit(db, { userId, what: 'rights.ask', subject: `request ${requestId}`, result: 'done', address });
  return requestId;
}

/**
 * For the part of a route around its transaction: once that is committed, a call of which something waits is answered as
 * not permitted, with what waits, since older clients show a message only then.
 * @throws AppError `rights.waiting`, `rights.waiting_part`
 */
export function tellWaiting<T>(answer: T): T {
  const waiting = (answer as { waiting?: Waiting | null } | null | undefined)?.waiting;
  if (!waiting) return answer;
  const { requestId, names, isPart } = waiting;
  throw new AppError(isPart ? 'rights.waiting_part' : 'rights.waiting', { names }, { waiting: requestId });
}
