import { sql } from 'kysely';
import { isKnownToLesser, lackingNames, lackingOf, mayDecide } from '#server/modules/admin/rights/api.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import { readEveryone, type Everyone } from '#server/platform/access/everyone.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { gains as gainsShape, rightsChange, type Gains, type RightsChange } from '#shared/admin/rights-change.ts';
import { requestStates, requestViews, type RightsRequest } from '#shared/admin/rights-request-calls.ts';
import type { Slice } from '#shared/wire/values.ts';
import { isFresh } from './perform.ts';
import { knownSecrets, sentencesOf } from './sentences.ts';

interface Stored {
  readonly request_id: number;
  readonly asked_by: number;
  readonly asked_at: string;
  readonly asked_name: string;
  readonly permission: string;
  readonly changes: readonly RightsChange[];
  readonly gains: Gains;
  readonly state: number;
  readonly decided_at: string | null;
  readonly decided_name: string | null;
  readonly reason: string;
}

/** Requests that wait are read whole to find those that somebody may decide; more do not wait in any company. */
const mostRead = 5000;

/** How many wait for the actor, and how many of the actor's own were decided since they looked. */
export async function countRequests(db: Database, actor: Actor): Promise<{ waiting: number; decided: number }> {
  const { rows } = await sql<{ decided: number }>`
    select count(*)::int as decided from rights_request
    where asked_by = ${actor.userId} and state <> 0 and not seen`.execute(db);
  return { waiting: (await decidable(db, actor)).length, decided: rows[0]?.decided ?? 0 };
}

/** A page of requests: those that the actor may decide, oldest first, or the actor's own, newest first. */
export async function listRequests(
  db: Database,
  actor: Actor,
  view: number,
  { limit, offset }: Slice,
): Promise<{ rows: RightsRequest[]; total: number }> {
  if (view === requestViews.mine) {
    const ids = await decidable(db, actor);
    const rows = await read(db, ids.slice(offset, offset + limit));
    return { rows: await shown(db, actor, rows), total: ids.length };
  }
  const { rows: own } = await sql<{ request_id: number; total: number }>`
    select request_id, count(*) over ()::int as total from rights_request where asked_by = ${actor.userId}
    order by request_id desc limit ${limit} offset ${offset}`.execute(db);
  const rows = await read(
    db,
    own.map(({ request_id: id }) => id),
  );
  return { rows: await shown(db, actor, rows.toReversed()), total: own[0]?.total ?? 0 };
}

/** Marks the actor's own as seen; returns whether all of them are. */
export async function markSeen(db: Database, actor: Actor, requestIds: readonly number[]): Promise<boolean> {
  const { rows } = await sql<{ request_id: number }>`
    update rights_request set seen = true
    where asked_by = ${actor.userId} and request_id = any(${requestIds}::int[])
    returning request_id`.execute(db);
  return rows.length === new Set(requestIds).size;
}

async function decidable(db: Database, actor: Actor): Promise<number[]> {
  const { rows } = await sql<{ request_id: number; permission: string; changes: unknown; gains: unknown }>`
    select request_id, permission, changes, gains from rights_request where state = ${requestStates.waiting}
    order by request_id limit ${mostRead}`.execute(db);
  return rows.flatMap((row) => (mayDecide(actor.userId, actor.rights, requestOf(row)) ? [row.request_id] : []));
}

const requestOf = ({ permission, changes, gains }: { permission: string; changes: unknown; gains: unknown }) => ({
  permission,
  changes: rightsChange.array().parse(changes),
  gains: gainsShape.parse(gains),
});

async function read(db: Database, ids: readonly number[]): Promise<Stored[]> {
  const { rows } = await sql<Omit<Stored, 'changes' | 'gains'> & { changes: unknown; gains: unknown }>`
    select q.request_id, q.permission, q.asked_by, q.asked_at, a.realname as asked_name, q.changes, q.gains, q.state, q.decided_at,
      d.realname as decided_name, q.reason
    from rights_request q join app_user a on a.user_id = q.asked_by left join app_user d on d.user_id = q.decided_by
    where q.request_id = any(${ids}::int[]) order by q.request_id`.execute(db);
  return rows.map((row) => ({ ...row, ...requestOf(row) }));
}

async function shown(db: Database, actor: Actor, rows: readonly Stored[]): Promise<RightsRequest[]> {
  const all = rows.flatMap(({ changes }) => changes);
  const sentences = await sentencesOf(db, actor, all);
  const known = await knownSecrets(db, all);
  const everyone = rows.length > 0 ? await readEveryone(db) : null;
  const answer: RightsRequest[] = [];
  for (const row of rows) {
    const waits = row.state === requestStates.waiting;
    const isStale = waits && !(await allFresh(db, row.changes));
    answer.push({
      requestId: row.request_id,
      askedBy: row.asked_by,
      askedByName: row.asked_name,
      askedAt: row.asked_at,
      changes: row.changes.flatMap(sentences),
      gains: everyone ? lackedBy(everyone, actor, row) : '',
      state: row.state,
      isStale: isStale ? 1 : 0,
      mayDecide: waits && mayDecide(actor.userId, actor.rights, row) ? 1 : 0,
      hasLink: everyone && givesLink(everyone, row, known) ? 1 : 0,
      decidedByName: row.decided_name ?? '',
      decidedAt: row.decided_at ?? '',
      reason: row.reason,
    });
  }
  return answer;
}

const lackedBy = ({ rightsOf }: Everyone, { language }: Actor, row: Stored): string => {
  const lacking = lackingOf(rightsOf(row.asked_by), row.gains);
  return lacking ? lackingNames(lacking, language) : '';
};

async function allFresh(db: Database, changes: readonly RightsChange[]): Promise<boolean> {
  for (const change of changes) if (!(await isFresh(db, change))) return false;
  return true;
}

/**
 * Whether confirming gives a link, as far as the request tells: for a secret, or for somebody whom it names, or who holds the
 * role that it is about, and whose secret is known to one with less.
 */
const givesLink = (
  everyone: Everyone,
  { changes, gains }: Stored,
  known: Awaited<ReturnType<typeof knownSecrets>>,
): boolean =>
  changes.some((change) => {
    if (change.kind === 'secret') return true;
    const isMeant = (userId: number): boolean => {
      if ('userId' in change) return change.userId === userId;
      return (
        'roleId' in change &&
        everyone.people.get(userId)?.isActive === true &&
        everyone.rolesOf(userId).includes(change.roleId)
      );
    };
    return [...known].some(
      ([userId, { knownTo }]) => isMeant(userId) && isKnownToLesser([everyone], { userId, knownTo }, gains),
    );
  });
