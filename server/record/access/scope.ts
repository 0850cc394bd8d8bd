import { sql, type RawBuilder } from 'kysely';
import '#server/record/tables.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf, type Closed } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Where } from '#server/record/query/where.ts';

export type Need = 'read' | 'write';

/** What an actor may see or change of one record type; the one place that compiles rights into SQL (R7.3). */
export interface Scope {
  /** Whose records; `nobody` for those in the pool. */
  readonly owners: readonly number[] | 'all' | 'nobody';
  /** Condition on the alias `r`: live, and owned in the data scope or shared with the actor's team, or in the pool. */
  readonly where: Where;
  /** The same for rows that are read in order anyway: planned faster, and through no index of owners. */
  readonly asFilter: Where;
  /** What `within` adds, for queries that put the parts together themselves. */
  readonly state?: Where;
  /** Only what these people own: what is shared with the actor does not count. */
  readonly isOwnedOnly?: true;
  /** A further condition, which the counters of owners do not know. */
  readonly restriction?: Where;
  /** With what is over and done with (`StateValue.isClosed`), which lists leave out. */
  readonly hasClosed?: true;
}

const notDeleted: Where = sql`r.deleted_at is null and r.owner_user_id is not null`;

/**
 * Records shared with the actor, for `= any()`; writing takes the read-write power. An array, not a subquery: beside the
 * owners in an `or` it can still be found through indexes.
 */
export const sharedIds = (actor: Actor, type: RecordType, need: Need) =>
  sql`array(select t.record_id from record_team t where t.user_id = ${actor.userId} and t.type_code = ${type.code} and t.power >= ${need === 'write' ? 2 : 1})`;

const lists = new WeakMap<readonly number[], string>();

/** Owners as the text of an SQL array: written once for a list that many requests of a person carry. */
export function ownerList(owners: readonly number[]): string {
  const known = lists.get(owners);
  if (known !== undefined) return known;
  const list = `{${owners.join(',')}}`;
  lists.set(owners, list);
  return list;
}

export const ownerRows = (owners: readonly number[]) => sql`(select unnest(${ownerList(owners)}::int[]))`;

export function scoped(actor: Actor, type: RecordType, need: Need = 'read'): Scope {
  const owners = actor.rights.ownersOf(actor.rights.scopeOf(type.area, type.module));
  if (owners === 'all') return { owners, where: notDeleted, asFilter: notDeleted };
  const shared = sql`r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, need)})`;
  return {
    owners,
    where: sql`${notDeleted} and (${owners.length === 1 ? sql`r.owner_user_id = ${owners[0]}` : sql`r.owner_user_id = any(${ownerList(owners)}::int[])`} or ${shared})`,
    asFilter: sql`${notDeleted} and (r.owner_user_id in ${ownerRows(owners)} or ${shared})`,
  };
}

/** What these people own of a scope; shared records are not among it. */
export function ownedBy(scope: Scope, people: readonly number[]): Scope {
  const { owners } = scope;
  const chosen =
    owners === 'all' ? people : owners === 'nobody' ? [] : people.filter((userId) => owners.includes(userId));
  const isTheirs =
    chosen.length === 0 ? sql<boolean>`false` : sql<boolean>`r.owner_user_id = any(${ownerList(chosen)}::int[])`;
  const theirs: Scope = {
    owners: chosen,
    where: sql`${notDeleted} and ${isTheirs}`,
    asFilter: sql`${notDeleted} and r.owner_user_id in ${ownerRows(chosen)}`,
    isOwnedOnly: true,
  };
  return scope.restriction ? restricted(theirs, scope.restriction) : theirs;
}

/** Of a scope only what a further condition on the alias `r` holds for. */
export const restricted = (scope: Scope, condition: Where, more: Pick<Scope, 'hasClosed'> = {}): Scope => ({
  ...scope,
  where: sql`${scope.where} and ${condition}`,
  asFilter: sql`${scope.asFilter} and ${condition}`,
  restriction: scope.restriction ? sql`${scope.restriction} and ${condition}` : condition,
  ...more,
});

/** The same records without what is over and done with (`StateValue.isClosed`), or only that. */
export function within(type: RecordType, scope: Scope, state: 'open' | 'closed'): Scope {
  const closed = closedOf(type);
  if (!closed || scope.hasClosed) return scope;
  const isState = isOneOf(closed, state);
  return {
    ...scope,
    where: sql`${isState} and ${scope.where}`,
    asFilter: sql`${isState} and ${scope.asFilter}`,
    state: isState,
  };
}

/** Written out, for indexes that leave out what is closed. */
function isOneOf(closed: Closed, state: 'open' | 'closed'): Where {
  const column = sql.ref(`r.${closed.column}`);
  const [value, ...more] = closed[state].map((one) => sql.lit(one));
  if (value && more.length === 0) return sql<boolean>`${column} = ${value}`;
  return value ? sql<boolean>`${column} in (${sql.join([value, ...more])})` : sql<boolean>`false`;
}

/**
 * What the list of a type leaves out for those who see the records of everybody: conditions on the alias `r`, of which one holds.
 */
export function leftOut(type: RecordType): Where[] {
  const closed = closedOf(type);
  return [
    sql`r.deleted_at is not null`,
    sql`r.deleted_at is null and r.owner_user_id is null`,
    ...(closed ? [isOneOf(closed, 'closed')] : []),
  ];
}

/** Records without an owner, for who may look into the pool; everybody else finds none (security A3). */
export function poolScope(actor: Actor, type: RecordType): Scope {
  const { pool } = type;
  const where =
    pool && mayOpenPool(actor, type)
      ? sql<boolean>`r.deleted_at is null and r.owner_user_id is null`
      : sql<boolean>`false`;
  return { owners: 'nobody', where, asFilter: where };
}

/** What the actor is a member of the team of, whoever owns it, of a scope; nothing of the pool, which has no teams. */
export function memberScope(actor: Actor, type: RecordType, scope = scoped(actor, type)): Scope {
  if (scope.owners === 'nobody') return ownedBy(scope, []);
  const where = sql<boolean>`${notDeleted} and r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'read')})`;
  const theirs: Scope = { owners: [], where, asFilter: where };
  return scope.restriction ? restricted(theirs, scope.restriction) : theirs;
}

/**
 * Deleted records that the actor could change before: by whose they were, or shared to write; those of the pool for who
 * may open it (security A2, A3).
 */
export function binScope(actor: Actor, type: RecordType): Where {
  const owners = actor.rights.ownersOf(actor.rights.scopeOf(type.area, type.module));
  const shared = sql`r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'write')})`;
  const owned =
    owners === 'all'
      ? sql`r.owner_user_id is not null`
      : sql`r.owner_user_id is not null and (r.owner_user_id = any(${ownerList(owners)}::int[]) or ${shared})`;
  const pooled = mayOpenPool(actor, type) ? sql`r.owner_user_id is null` : sql`false`;
  return sql<boolean>`r.deleted_at is not null and (${owned} or ${pooled})`;
}

export const mayOpenPool = (actor: Actor, type: RecordType): boolean =>
  type.pool !== undefined && actor.mayDo(permissionOf({ ...type, module: type.pool.module }, 'index'));

/**
 * Whether a record would be the actor's to change if it were still `owner`'s, which may be nobody; `team` is SQL of the
 * members that it had then, null when they are those of the record of the alias `r`.
 */
export function writableUnder(
  actor: Actor,
  type: RecordType,
  { owner, team }: { readonly owner: RawBuilder<unknown>; readonly team: RawBuilder<unknown> },
): Where {
  const owners = actor.rights.ownersOf(actor.rights.scopeOf(type.area, type.module));
  const pooled = mayOpenPool(actor, type) ? sql`${owner} is null` : sql`false`;
  if (owners === 'all') return sql<boolean>`(${owner} is not null or ${pooled})`;
  const shared = sql`case when ${team} is null then r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'write')})
    else exists (select from jsonb_array_elements(${team}) as member
      where (member ->> 0)::int = ${actor.userId} and (member ->> 1)::int >= 2) end`;
  const owned = sql`${owner} is not null and (${owner} = any(${ownerList(owners)}::int[]) or ${shared})`;
  return sql<boolean>`(${owned} or ${pooled})`;
}

/** In one's own name, or in that of somebody whose records are in one's data scope. */
export function mayWriteAs(actor: Actor, type: RecordType, userId: number): boolean {
  const owners = actor.rights.ownersOf(actor.rights.scopeOf(type.area, type.module));
  return userId === actor.userId || owners === 'all' || owners.includes(userId);
}

/** Refuses the call when any of the ids is absent or out of scope: the same answer for both (security A2). */
export async function requireAll(db: Database, type: RecordType, ids: readonly number[], scope: Scope): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${wanted}::bigint[]) and ${scope.where}`.execute(db);
  if (rows[0]?.n !== wanted.length) throw new AppError('access.record');
}
