import { sql } from 'kysely';
import {
  changingRights,
  gainsOfLogin,
  gainsOfPeople,
  isKnownToLesser,
  joined,
  lackingNames,
  lackingOf,
  decidersOf,
} from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { readEveryone, type Everyone } from '#server/platform/access/everyone.ts';
import { organisationChanged } from '#server/platform/access/rights.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { audit } from '#server/platform/log/audit.ts';
import { storeEvent } from '#server/platform/push/event-store.ts';
import { endLogins } from '#server/platform/session/logins.ts';
import { makePasswordLink } from '#server/platform/session/password-links.ts';
import type { Permission } from '#shared/admin/menus.ts';
import { gains as gainsShape, rightsChange, type Gains, type RightsChange } from '#shared/admin/rights-change.ts';
import { requestStates, type HandedOver } from '#shared/admin/rights-request-calls.ts';
import { pushTypes } from '#shared/platform/push-calls.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isFresh, perform, type MadeLink } from './perform.ts';

/** People whom a change names, who may have a secret that somebody else gave them. */
const named = (change: RightsChange): number[] =>
  change.kind === 'roles' || change.kind === 'move' || change.kind === 'enable' ? [change.userId] : [];

/**
 * Does what was asked for, as far as the actor may give it at this moment, and returns the links to hand over: of secrets
 * that were asked for, and of everybody who gains by it and whose password was set by somebody with less (security A15).
 * @throws AppError `access.record` for a request that the actor may not decide, `rights.decided`, `rights.stale`,
 * `rights.lacking`
 */
export async function confirmRequest(db: Database, actor: Actor, requestId: number): Promise<HandedOver[]> {
  const request = await take(db, actor, requestId);
  for (const change of request.changes) if (!(await isFresh(db, change))) throw new AppError('rights.stale');
  if (!(await mayStillAsk(db, request.askedBy, request.permission))) throw new AppError('rights.stale');
  await requireSecrets(db, actor, request.changes);
  const before = await readEveryone(db);
  const links = await changingRights(db, actor, async () => {
    const made: MadeLink[] = [];
    for (const change of request.changes) {
      const link = await perform(db, actor, change);
      if (link) made.push(link);
    }
    return made;
  });
  const known = new Set(links.map(({ userId }) => userId));
  const gained = await gainedSince(db, before, request.changes.flatMap(named));
  await endKnownPrograms(db, actor, gained);
  for (const userId of await knownToOthers(db, gained))
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

interface Gained {
  /** By person, what whoever knows their secret must have. */
  readonly gains: ReadonlyMap<number, Gains>;
  /** Before the change and after it: they must have had it already, and have it still. */
  readonly moments: readonly Everyone[];
}

/**
 * Of the people named everything that they have now; of all others what they have gained since `before`, by their role, their
 * department or who is below them.
 */
async function gainedSince(db: Database, before: Everyone, userIds: readonly number[]): Promise<Gained> {
  const after = await readEveryone(db);
  const gains = gainsOfPeople(before, after);
  for (const userId of userIds) gains.set(userId, gainsOfLogin(after, userId));
  return { gains, moments: [before, after] };
}

/** Those of them whose password may be known to somebody who lacks some of that. */
async function knownToOthers(db: Database, { gains, moments }: Gained): Promise<number[]> {
  const rows = await db
    .selectFrom('app_user')
    .select(['user_id', 'secret_known_to'])
    .where(sql<boolean>`user_id = any(${[...gains.keys()]}::int[])`)
    .orderBy('user_id')
    .execute();
  return rows.flatMap(({ user_id: userId, secret_known_to: knownTo }) => {
    const own = gains.get(userId);
    return own && isKnownToLesser(moments, { userId, knownTo }, own) ? [userId] : [];
  });
}

/**
 * Ends the tokens that were made from inside their accounts, to act for others, by somebody who lacks some of that: they go as
 * far as their maker. Those that act for the people themselves end with the password.
 */
async function endKnownPrograms(db: Database, { userId, address }: Actor, { gains, moments }: Gained): Promise<void> {
  const { rows } = await sql<{ loginId: number; of: number; name: string; maker: number; knownTo: number[] }>`
    select p.login_id as "loginId", l.user_id as of, p.name, p.made_by as maker, p.maker_known_to as "knownTo"
    from program_token p join session_login l on l.login_id = p.login_id
    where p.made_by = any(${[...gains.keys()]}::int[]) and p.is_company = 1 and l.ended_at is null
    order by p.login_id`.execute(db);
  for (const { loginId, of, name, maker, knownTo } of rows) {
    const own = gains.get(maker);
    if (!own || !isKnownToLesser(moments, { userId: maker, knownTo }, own)) continue;
    await endLogins(db, { loginId, reason: 'password' });
    const subject = `login ${loginId} user ${of} ${name}`;
    await audit(db, { userId, what: 'program.end', subject, result: 'done', address });
  }
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
