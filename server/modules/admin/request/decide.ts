import { sql } from 'kysely';
import {
  changingRights,
  gainsOfLogin,
  joined,
  lackingNames,
  lackingOf,
  decidersOf,
} from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { readEveryone } from '#server/platform/access/everyone.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { makePasswordLink } from '#server/platform/session/password-links.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { gains as gainsShape, rightsChange, type Gains, type RightsChange } from '#shared/admin/rights-change.ts';
import { requestStates, type HandedOver } from '#shared/admin/rights-request-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isFresh, perform, type MadeLink } from './perform.ts';

/** Kinds of change after which people with new rights may have a secret that somebody else gave them. */
const concerned = (change: RightsChange): number[] =>
  change.kind === 'roles' || change.kind === 'move' || change.kind === 'enable' ? [change.userId] : [];

/**
 * Does what was asked for, as far as the actor may give it at this moment, and returns the links to hand over: of secrets
 * that were asked for, and of people whose password was set by somebody with less than they have now (security A15).
 * @throws AppError `access.record` for a request that the actor may not decide, `rights.decided`, `rights.stale`,
 * `rights.lacking`
 */
export async function confirmRequest(db: Database, actor: Actor, requestId: number): Promise<HandedOver[]> {
  const request = await take(db, actor, requestId);
  for (const change of request.changes) if (!(await isFresh(db, change))) throw new AppError('rights.stale');
  if (!(await mayStillAsk(db, request.askedBy, request.permission))) throw new AppError('rights.stale');
  await requireSecrets(db, actor, request.changes);
  const links = await changingRights(db, actor, async () => {
    const made: MadeLink[] = [];
    for (const change of request.changes) {
      const link = await perform(db, actor, change);
      if (link) made.push(link);
    }
    return made;
  });
  const known = new Set(links.map(({ userId }) => userId));
  for (const userId of await knownToOthers(db, request.changes.flatMap(concerned)))
    if (!known.has(userId)) links.push({ userId, token: await makePasswordLink(db, userId, actor.userId) });
  await decide(db, actor, request, requestStates.confirmed, '');
  const people = await db
    .selectFrom('app_user')
    .select(['user_id', 'realname', 'username'])
    .where(sql<boolean>`user_id = any(${links.map(({ userId }) => userId)}::int[])`)
    .execute();
  return people.flatMap(({ user_id: userId, realname, username }) => {
    const token = links.find((link) => link.userId === userId)?.token;
    return token === undefined ? [] : [{ userId, realname, username, token }];
  });
}

/** @throws AppError `access.record`, `rights.decided` */
export async function declineRequest(db: Database, actor: Actor, requestId: number, reason: string): Promise<void> {
  await decide(db, actor, await take(db, actor, requestId), requestStates.declined, reason);
}

/** @throws AppError `access.record`, `rights.decided` */
export async function withdrawRequest(db: Database, actor: Actor, requestId: number): Promise<void> {
  const request = await take(db, actor, requestId, ({ askedBy }) => askedBy === actor.userId);
  await decide(db, actor, request, requestStates.withdrawn, '');
}

interface Waiting {
  readonly requestId: number;
  readonly askedBy: number;
  readonly permission: Permission;
  readonly changes: readonly RightsChange[];
  readonly gains: Gains;
  /** Everybody who may decide it. */
  readonly deciders: readonly number[];
}

/** Under the lock of the organisation, so that a request is decided once and on what is committed. */
async function take(
  db: Database,
  actor: Actor,
  requestId: number,
  isOpenTo = ({ deciders }: Waiting) => deciders.includes(actor.userId),
): Promise<Waiting> {
  await organisationChanged(db);
  const row = await db.selectFrom('rights_request').selectAll().where('request_id', '=', requestId).executeTakeFirst();
  if (!row) throw new AppError('access.record');
  const request = {
    requestId,
    askedBy: row.asked_by,
    permission: row.permission as Permission,
    changes: rightsChange.array().parse(row.changes),
    gains: gainsShape.parse(row.gains),
  };
  const waiting = { ...request, deciders: decidersOf(await readEveryone(db), request) };
  if (!isOpenTo(waiting)) throw new AppError('access.record');
  if (row.state !== requestStates.waiting) throw new AppError('rights.decided');
  return waiting;
}

/** The people may have got more since their secret was asked for. @throws AppError `rights.lacking` */
async function requireSecrets(db: Database, actor: Actor, changes: readonly RightsChange[]): Promise<void> {
  const userIds = changes.flatMap((change) => (change.kind === 'secret' ? [change.userId] : []));
  if (userIds.length === 0) return;
  const everyone = await readEveryone(db);
  const lacking = lackingOf(
    everyone.rightsOf(actor.userId),
    joined(...userIds.map((userId) => gainsOfLogin(everyone, userId))),
  );
  if (lacking) throw new AppError('rights.lacking', { names: lackingNames(lacking, actor.language) });
}

/** Whoever has left, or may not even ask any more, gets nothing done. */
async function mayStillAsk(db: Database, userId: number, permission: Permission): Promise<boolean> {
  const { people, rightsOf } = await readEveryone(db);
  return people.get(userId)?.isActive === true && rightsOf(userId).permissions.has(permission);
}

/** Of these people those whose password was set by somebody who has less than they have now. */
async function knownToOthers(db: Database, userIds: readonly number[]): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'secret_given_by'])
    .where(sql<boolean>`user_id = any(${[...new Set(userIds)]}::int[])`)
    .where('secret_given_by', 'is not', null)
    .orderBy('user_id')
    .execute();
  if (rows.length === 0) return [];
  const everyone = await readEveryone(db);
  return rows.flatMap(({ user_id: userId, secret_given_by: giver }) =>
    giver !== null && giver !== userId && lackingOf(everyone.rightsOf(giver), gainsOfLogin(everyone, userId))
      ? [userId]
      : [],
  );
}

async function decide(
  db: Database,
  actor: Actor,
  { requestId, askedBy, deciders }: Waiting,
  state: number,
  reason: string,
): Promise<void> {
  const { userId, address } = actor;
  await db
    .updateTable('rights_request')
    .set({ state, reason, decided_by: userId, decided_at: sql`now()`, seen: state === requestStates.withdrawn })
    .where('request_id', '=', requestId)
    .execute();
  const word = Object.entries(requestStates).find(([, value]) => value === state)?.[0] ?? '';
  await audit(db, { userId, what: `rights.${word}`, subject: `request ${requestId}`, result: 'done', address });
  await storeEvent(db, { type: pushTypes.toDo, to: [...new Set([askedBy, ...deciders])] });
}
