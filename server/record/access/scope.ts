import { sql, type RawBuilder } from 'kysely';
import '#server/record/tables.ts';
import type { Actor, Rights } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { dataScopes, type DataScope } from '#shared/admin/seeded-roles.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { closedOf, type Closed } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { isOff } from '#server/record/access/applications.ts';
import type { Where } from '#server/record/query/where.ts';

export type Need = 'read' | 'write';

/** What an actor may see or change of one record type; the one place that compiles rights into SQL (R7.3). */
export interface Scope {
  /** The owners; `nobody` for records in the pool. */
  readonly owners: readonly number[] | 'all' | 'nobody';
  /** Condition on the alias `r`: live, and owned in the data scope, shared with the actor's team, or in the pool. */
  readonly where: Where;
  /** The same for rows read in order anyway: planned faster, without an index of owners. */
  readonly asFilter: Where;
  /** The condition added by `within`, for queries that combine the parts themselves. */
  readonly state?: Where;
  /** Only what these people own, without records shared with the actor. */
  readonly isOwnedOnly?: true;
  /** An additional condition, which the counters of owners do not cover. */
  readonly restriction?: Where;
  /** Includes closed records (`StateValue.isClosed`), which lists leave out. */
  readonly hasClosed?: true;
}

const notDeleted: Where = sql`r.deleted_at is null and r.owner_user_id is not null`;

/**
 * Records shared with the actor, for `= any()`; writing requires read-write membership. An array, not a subquery:
 * combined with the owners by `or` it can still use indexes.
 */
export const sharedIds = (actor: Actor, type: RecordType, need: Need) =>
  sql`array(select t.record_id from record_team t where t.user_id = ${actor.userId} and t.type_code = ${type.code} and t.power >= ${need === 'write' ? 2 : 1})`;

const lists = new WeakMap<readonly number[], string>();

/** Owners as the text of an SQL array: built once per list, because many requests of a person use it. */
export function ownerList(owners: readonly number[]): string {
  const known = lists.get(owners);
  if (known !== undefined) return known;
  const list = `{${owners.join(',')}}`;
  lists.set(owners, list);
  return list;
}

export const ownerRows = (owners: readonly number[]) => sql`(select unnest(${ownerList(owners)}::int[]))`;

const scopes = new WeakMap<Rights, Map<string, Scope>>();

/** The same object as long as the actor's rights stay, so that what is derived from it can be kept by it. */
export function scoped(actor: Actor, type: RecordType, need: Need = 'read'): Scope {
  const ofActor = scopes.get(actor.rights) ?? new Map<string, Scope>();
  scopes.set(actor.rights, ofActor);
  const key = `${type.name} ${type.area}:${type.module} ${need}`;
  const scope = ofActor.get(key) ?? scopeOf(actor, type, need);
  ofActor.set(key, scope);
  return scope;
}

/** The data scope of a person for a type: that of the roles, or everything where records are the company's. */
export function dataScopeOf({ scopeOf, permissions }: Rights, type: RecordType): DataScope {
  const isOpen = type.isCommon && permissions.has(permissionOf(type, 'index'));
  return isOpen ? dataScopes.all : scopeOf(type.area, type.module);
}

/** The people whose records of a type somebody reaches. */
const ownersIn = (rights: Rights, type: RecordType): readonly number[] | 'all' =>
  rights.ownersOf(dataScopeOf(rights, type));

const nothing: Where = sql<boolean>`false`;

function scopeOf(actor: Actor, type: RecordType, need: Need): Scope {
  if (isOff(actor, type)) return { owners: [], where: nothing, asFilter: nothing, isOwnedOnly: true };
  const owners = ownersIn(actor.rights, type);
  if (owners === 'all') return { owners, where: notDeleted, asFilter: notDeleted };
  const shared = sql`r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, need)})`;
  return {
    owners,
    where: sql`${notDeleted} and (${owners.length === 1 ? sql`r.owner_user_id = ${owners[0]}` : sql`r.owner_user_id = any(${ownerList(owners)}::int[])`} or ${shared})`,
    asFilter: sql`${notDeleted} and (r.owner_user_id in ${ownerRows(owners)} or ${shared})`,
  };
}

/** A whole scope as counters by owner know it. */
export interface CountedScope {
  /** Condition on `owner_user_id` of counters, which is 0 for records of nobody. */
  readonly owners: Where;
  /** Condition on the records `r` that are counted beside: those shared with the reader; null for none. */
  readonly beside: Where | null;
}

export function countedScope(actor: Actor, type: RecordType, { owners, isOwnedOnly, state }: Scope): CountedScope {
  if (owners === 'nobody') return { owners: sql<boolean>`owner_user_id = 0`, beside: null };
  if (owners === 'all') return { owners: sql<boolean>`owner_user_id <> 0`, beside: null };
  const isShared = sql`r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'read')})`;
  return {
    owners:
      owners.length === 1
        ? sql<boolean>`owner_user_id = ${owners[0]}`
        : sql<boolean>`owner_user_id = any(${ownerList(owners)}::int[])`,
    beside: isOwnedOnly
      ? null
      : sql<boolean>`${isShared} and ${notDeleted} and r.owner_user_id not in ${ownerRows(owners)} and ${state ?? sql`true`}`,
  };
}

/** The part of a scope that these people own, without shared records. */
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

/** A scope restricted by a further condition on the alias `r`. */
export const restricted = (scope: Scope, condition: Where, more: Pick<Scope, 'hasClosed'> = {}): Scope => ({
  ...scope,
  where: sql`${scope.where} and ${condition}`,
  asFilter: sql`${scope.asFilter} and ${condition}`,
  restriction: scope.restriction ? sql`${scope.restriction} and ${condition}` : condition,
  ...more,
});

const parts = new WeakMap<Scope, Map<'open' | 'closed', Scope>>();

/** The same records without closed ones (`StateValue.isClosed`), or only those; the same object for the same scope. */
export function within(type: RecordType, scope: Scope, state: 'open' | 'closed'): Scope {
  const closed = closedOf(type);
  if (!closed || scope.hasClosed) return scope;
  const known = parts.get(scope) ?? new Map<'open' | 'closed', Scope>();
  parts.set(scope, known);
  const part = known.get(state) ?? inState(closed, scope, state);
  known.set(state, part);
  return part;
}

function inState(closed: Closed, scope: Scope, state: 'open' | 'closed'): Scope {
  const isState = isOneOf(closed, state);
  return {
    ...scope,
    where: sql`${isState} and ${scope.where}`,
    asFilter: sql`${isState} and ${scope.asFilter}`,
    state: isState,
  };
}

/** Written as a literal, for partial indexes that leave out closed records. */
function isOneOf(closed: Closed, state: 'open' | 'closed'): Where {
  const column = sql.ref(`r.${closed.column}`);
  const [value, ...more] = closed[state].map((one) => sql.lit(one));
  if (value && more.length === 0) return sql<boolean>`${column} = ${value}`;
  return value ? sql<boolean>`${column} in (${sql.join([value, ...more])})` : sql<boolean>`false`;
}

/**
 * What the list of a type leaves out for people who see everybody's records: conditions on the alias `r`, combined by
 * `or`.
 */
export function leftOut(type: RecordType): Where[] {
  const closed = closedOf(type);
  return [
    sql`r.deleted_at is not null`,
    sql`r.deleted_at is null and r.owner_user_id is null`,
    ...(closed ? [isOneOf(closed, 'closed')] : []),
  ];
}

const isInPool: Where = sql`r.deleted_at is null and r.owner_user_id is null`;

/** Records without an owner, for people with the right to the pool; others find none (security A3). */
export function poolScope(actor: Actor, type: RecordType): Scope {
  const where = mayOpenPool(actor, type) ? isInPool : sql<boolean>`false`;
  return { owners: 'nobody', where, asFilter: where };
}

/** Records without an owner that the actor may open by their ids (docs/decisions/pool-rules.md). */
export const openedFromPool = (actor: Actor, type: RecordType): Where =>
  mayOpenPool(actor, type) || mayOpenFromPool(actor, type) ? isInPool : sql<boolean>`false`;

/** Whether the right to read a type opens those of its records that are in a pool of its own. */
export const mayOpenFromPool = (actor: Actor, type: RecordType): boolean =>
  type.pool?.code !== undefined && actor.mayDo(permissionOf(type, 'read'));

/** The records of a scope shared with the actor's team, whoever owns them; none of the pool, which has no teams. */
export function memberScope(actor: Actor, type: RecordType, scope = scoped(actor, type)): Scope {
  if (scope.owners === 'nobody') return ownedBy(scope, []);
  const where = sql<boolean>`${notDeleted} and r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'read')})`;
  const theirs: Scope = { owners: [], where, asFilter: where };
  return scope.restriction ? restricted(theirs, scope.restriction) : theirs;
}

/**
 * Deleted records that the actor could change before, as owner or with a read-write share; those of the pool for people
 * with the right to it (security A2, A3).
 */
export function binScope(actor: Actor, type: RecordType): Where {
  if (isOff(actor, type)) return nothing;
  const owners = ownersIn(actor.rights, type);
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
 * Whether a record would be the actor's to change if it were still `owner`'s, null for the pool; `team` is SQL of the
 * members that it had then, null when they are those of the record of the alias `r`.
 */
export function writableUnder(
  actor: Actor,
  type: RecordType,
  { owner, team }: { readonly owner: RawBuilder<unknown>; readonly team: RawBuilder<unknown> },
): Where {
  const owners = ownersIn(actor.rights, type);
  const pooled = mayOpenPool(actor, type) ? sql`${owner} is null` : sql`false`;
  if (owners === 'all') return sql<boolean>`(${owner} is not null or ${pooled})`;
  const shared = sql`case when ${team} is null then r.${sql.ref(type.idColumn)} = any(${sharedIds(actor, type, 'write')})
    else exists (select from jsonb_array_elements(${team}) as member
      where (member ->> 0)::int = ${actor.userId} and (member ->> 1)::int >= 2) end`;
  const owned = sql`${owner} is not null and (${owner} = any(${ownerList(owners)}::int[]) or ${shared})`;
  return sql<boolean>`(${owned} or ${pooled})`;
}

/** For oneself, or for a person whose records are in the own data scope. */
export function mayWriteAs(actor: Actor, type: RecordType, userId: number): boolean {
  const owners = ownersIn(actor.rights, type);
  return userId === actor.userId || owners === 'all' || owners.includes(userId);
}

/** Refuses the call when any of the ids is missing or out of scope: the same answer for both (security A2). */
export async function requireAll(db: Database, type: RecordType, ids: readonly number[], scope: Scope): Promise<void> {
  const wanted = [...new Set(ids)];
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${wanted}::bigint[]) and ${scope.where}`.execute(db);
  if (rows[0]?.n !== wanted.length) throw new AppError('access.record');
}
