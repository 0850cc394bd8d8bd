import { sql, type CompiledQuery as Statement, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { FilterData, listQuery } from '#shared/record/calls/record-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { permissionOf } from '#shared/record/calls/record-calls.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateScenes } from '#shared/record/states/state.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findColumn, lineColumns, listColumns, type Column } from '#server/record/fields/columns.ts';
import { countLimit, maxOffset } from '#server/record/query/depth.ts';
import { extentOf } from '#server/record/query/extent.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { Where } from '#server/record/query/where.ts';
import { compileFilter, conditionsOf, hasValue } from '#server/record/query/filter.ts';
import { forgetMany, isKnownMany, keyOfConditions, rememberMany } from '#server/record/query/capped-counts.ts';
import { extraColumns, rowColumns, rowExtras, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import {
  behind,
  cursorOf,
  hitsOrder,
  isReadInParts,
  orderOf,
  partsOf,
  sortText,
  sortValue,
  type Sort,
} from '#server/record/query/order.ts';
import { isInState, requireScene, scopeOfKind, type StoredScene } from '#server/record/scenes/scenes.ts';
import {
  countedScope,
  ownerList,
  ownerRows,
  scoped,
  sharedIds,
  within,
  type Scope,
} from '#server/record/access/scope.ts';
import { initialsOf, matchesAnyForm } from '#server/record/query/search.ts';
import { marksOf } from '#server/record/query/mark.ts';
import { rareShare, searchWay, type SearchWay } from '#server/record/query/search-way.ts';

export type ParsedQuery = z.output<typeof listQuery>;

export interface Listing {
  readonly list: Record<string, unknown>[];
  readonly totalRow: number;
  readonly totalExact: 0 | 1;
  /** Continues after the last row, however deep; null at the end. */
  readonly nextCursor: string | null;
  /** Where the names have what was searched for, in characters. */
  readonly marks?: { readonly id: number; readonly from: number; readonly to: number }[];
}

/** A list query in SQL parts, used for list, count and export. */
export interface CompiledQuery {
  readonly type: RecordType;
  readonly fields: FieldSet;
  readonly scope: Scope;
  /** Search and filter, without the scope. */
  readonly conditions: readonly Where[];
  readonly orderBy: RawBuilder<unknown>;
  readonly sort: Sort;
  /** The default order by update time, for which indexes per owner exist. */
  readonly isDefaultOrder: boolean;
  readonly descending: boolean;
  /** Expected to match fewer than the counting limit. */
  readonly isFew: boolean;
}

export async function compileQuery(
  db: Database,
  actor: Actor,
  type: RecordType,
  query: ParsedQuery,
  scope: Scope = scoped(actor, type),
): Promise<CompiledQuery> {
  const fields = await fieldsOf(db, actor, type);
  const columns = listColumns(type, fields);
  const scene = query.sceneId === undefined ? null : await sceneFor(db, actor, type, query.sceneId);
  const conditions = compileFilter([...columns, ...lineColumns(type)], merged(scene?.data, query.data));
  const reach = scene?.kind ? scopeOfKind(scene.kind, actor, type, scope) : scope;
  const isClosed = scene?.kind === 'closed';
  const ofState = stateScenes(type).find(({ kind }) => kind === scene?.kind);
  if (ofState) conditions.push(isInState(ofState));
  // the counters know only owners, and leave out closed records
  if (isClosed || scope.restriction) conditions.push(sql`true`);
  const part = type.parts?.find(({ code }) => code === query.type);
  if (part) conditions.push(hasValue(columns, part.filledField));
  let way: SearchWay | null = null;
  if (query.search) {
    way = await searchWay(db, type, { owners: reach.owners, fragment: query.search, wanted: countLimit });
    conditions.push(matchesAnyForm(type, fields, query.search, { isCompared: way === 'compared' }));
  }
  const sort = query.sortField ?? scene?.sort_field ?? 'updateTime';
  const column = findColumn(columns, sort);
  if (!column || !isSortable(column)) throw new AppError('sort.field', { field: sort.slice(0, 60) });
  const descending = (query.order ?? (query.sortField === undefined ? scene?.sort_order : null) ?? 1) === 1;
  return {
    type,
    fields,
    scope: within(type, reach, isClosed ? 'closed' : 'open'),
    conditions,
    orderBy: orderOf(type, { column, descending }),
    sort: { column, descending },
    isDefaultOrder: column.id === 'update_time',
    descending,
    // nothing is known of how many have it as their initials
    isFew:
      way === 'rare' &&
      initialsOf(query.search ?? '') === null &&
      (await extentOf(db, type, 'all')).all < countLimit / rareShare,
  };
}

/** @throws AppError `scene.unknown` for scenes of other people and other lists */
async function sceneFor(db: Database, actor: Actor, type: RecordType, sceneId: number): Promise<StoredScene> {
  const scene = await requireScene(db, actor, sceneId);
  if (scene.type_code !== type.code) throw new AppError('scene.unknown');
  return scene;
}

/** The conditions in addition to a scene; the same field overrides the scene's (R8.3). */
function merged(scene: FilterData, asked: FilterData): FilterData {
  if (!scene) return asked;
  const wanted = conditionsOf(asked);
  const names = new Set(wanted.map((one) => one.fieldName ?? one.name));
  return [...conditionsOf(scene).filter((one) => one.any || !names.has(one.fieldName ?? one.name)), ...wanted];
}

export const isSortable = (column: Column): boolean =>
  !column.isComputed &&
  (column.system ? column.system.kind !== 'user_name' : column.state !== null || fieldTypeOf(column.formType).sortable);

export const whereOf = (query: CompiledQuery): Where =>
  sql`(${sql.join([query.scope.where, ...query.conditions], sql` and `)})`;

const offsetOf = ({ cursor, page, limit }: ParsedQuery): number => (cursor === undefined ? (page - 1) * limit : 0);

/** A page of records with its total, in one statement. */
export async function listRecords(
  db: Database,
  actor: Actor,
  type: RecordType,
  asked: ParsedQuery,
  scope?: Scope,
): Promise<Listing> {
  if (offsetOf(asked) > maxOffset) throw new AppError('input.page_too_deep');
  return readPage(db, actor, asked, await compileQuery(db, actor, type, asked, scope));
}

async function readPage(db: Database, actor: Actor, asked: ParsedQuery, whole: CompiledQuery): Promise<Listing> {
  const { type } = whole;
  const offset = offsetOf(asked);
  const filter = whole.conditions.length > 0 ? keyOfConditions(db, whereOf(whole)) : null;
  const isMany = filter !== null && isKnownMany(filter);
  const query =
    asked.cursor === undefined
      ? whole
      : { ...whole, conditions: [...whole.conditions, behind(type, whole.sort, asked.cursor)] };
  const extras = await rowExtras(db, actor, type);
  // opened all day: planning it took longer than reading it
  const isKept = isPlain(query) && offset === 0;
  const isPerOwner = await isBestPerOwner(db, query);
  const written = () => {
    const parts = pageAndTotal(actor, { query, whole, isMany, isPerOwner, limit: asked.limit, offset });
    return sql<CountedRow>`${isKept ? keptPlan : sql``}
      with ${parts} select total.in_scope, ${sortText(query.sort)} as sort_value, ${rowColumns(type)}${extraColumns(extras)}
      from total left join found on true left join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = found.id
      order by found.place`.compile(db);
  };
  const shape = [asked.limit, query.descending, isPerOwner, ...Object.keys(extras)].join(' ');
  const { rows } = await db.executeQuery(isKept ? statementOf(query.scope, shape, written) : written());
  const found = rows.filter((row) => row[type.idColumn] !== null);
  const last = found[asked.limit - 1];
  if (isMany && !last) {
    // there are fewer by now
    forgetMany(filter);
    return readPage(db, actor, asked, whole);
  }
  const total = rows[0]?.in_scope ?? 0;
  // there are many by now
  if (whole.isFew && !isMany && query === whole && total === countLimit)
    return readPage(db, actor, asked, { ...whole, isFew: false });
  const isStopped = filter !== null && total === countLimit;
  if (isStopped && !isMany) rememberMany(filter);
  const names = await directoryOf(db, actor.rights.version);
  return {
    list: found.map(rowWriter(type, query.fields, names, extras)),
    totalRow: total,
    totalExact: isStopped ? 0 : 1,
    nextCursor: last ? cursorOf(query.sort, last.sort_value, Number(last[type.idColumn])) : null,
    ...(asked.search && { marks: await marksOf(db, type, query.fields, { rows: found, fragment: asked.search }) }),
  };
}

/** Records as their list shows them, by id; none for who may not list them. */
export async function listedRows(
  db: Database,
  actor: Actor,
  type: RecordType,
  ids: readonly number[],
): Promise<Record<string, unknown>[]> {
  if (!actor.mayDo(permissionOf(type, 'index'))) return [];
  const fields = await fieldsOf(db, actor, type);
  const extras = await rowExtras(db, actor, type);
  const { rows } = await sql<StoredRow>`
    select ${rowColumns(type)}${extraColumns(extras)} from ${sql.table(type.table)} as r
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[]) and ${scoped(actor, type).where}`.execute(db);
  return rows.map(rowWriter(type, fields, await directoryOf(db, actor.rights.version), extras));
}

const statements = new WeakMap<Scope, Map<string, Statement<CountedRow>>>();
const texts = new Map<string, string>();

/** A statement that a scope and its shape say all of, written once; the text of many readers is the same. */
function statementOf(scope: Scope, shape: string, written: () => Statement<CountedRow>): Statement<CountedRow> {
  const ofScope = statements.get(scope) ?? new Map<string, Statement<CountedRow>>();
  statements.set(scope, ofScope);
  const known = ofScope.get(shape);
  if (known) return known;
  const statement = written();
  const text = texts.get(statement.sql) ?? statement.sql;
  texts.set(text, text);
  const shared = { ...statement, sql: text };
  ofScope.set(shape, shared);
  return shared;
}

interface CountedRow extends StoredRow {
  readonly sort_value: string | null;
  readonly in_scope: number;
}

interface Asked {
  readonly query: CompiledQuery;
  /** The query without the cursor: what is counted. */
  readonly whole: CompiledQuery;
  /** Known to match more than the counting limit. */
  readonly isMany: boolean;
  readonly isPerOwner: boolean;
  readonly limit: number;
  readonly offset: number;
}

/** The parts `total` and `found` of the statement. */
function pageAndTotal(actor: Actor, { query, whole, isMany, isPerOwner, limit, offset }: Asked) {
  if (isMany)
    return sql`total as materialized (select ${sql.lit(countLimit)}::bigint as in_scope),
      found as materialized (${inOrder(query, limit, offset)})`;
  if (whole.conditions.length === 0) {
    const found = isPerOwner ? topOfOwners(actor, query, limit, offset) : inOrder(query, limit, offset);
    return sql`total as materialized (${wholeTotal(actor, query)}), found as materialized (${found})`;
  }
  const found = query === whole ? foundAmongHits(query, limit, offset) : inOrder(query, limit, offset);
  return sql`hits as materialized (${hitsOf(whole)}),
    total as materialized (select count(*) as in_scope from hits),
    found as materialized (${found})`;
}

/** The matches of a filter, up to 10,001 (security L7), with their sort value. */
const hitsOf = (whole: CompiledQuery) => sql`
  select r.${sql.ref(whole.type.idColumn)} as id, ${sortValue(whole.sort.column)} as sort_value
  from ${sql.table(whole.type.table)} as r where ${whereOf(whole)} limit ${countLimit}`;

/** Few matches are sorted as counted; above the counting limit the page is read in its order. */
function foundAmongHits(query: CompiledQuery, limit: number, offset: number) {
  const few = sql`
    select id, row_number() over () as place from (
      select id from hits where (select in_scope from total) < ${countLimit}
      order by ${hitsOrder(query.sort)} ${slice(limit, offset)}) as few`;
  // half as much to plan
  if (query.isFew) return few;
  return sql`
    select id, place from (${few}) as of_few
    union all
    select id, place from (${inOrder(query, limit, offset)}) as of_many
    where (select in_scope from total) >= ${countLimit}`;
}

/** Exact, from the counters maintained by writes, and shared records. */
function wholeTotal(actor: Actor, { type, scope }: CompiledQuery) {
  const { owners, beside } = countedScope(actor, type, scope);
  const counted = sql`(select coalesce(sum(total), 0)::bigint from record_count where type_code = ${type.code} and ${owners})`;
  if (!beside) return sql`select ${counted} as in_scope`;
  return sql`select ${counted} + (select count(*) from ${sql.table(type.table)} as r where ${beside}) as in_scope`;
}

const isPlain = (query: CompiledQuery): boolean => query.isDefaultOrder && query.conditions.length === 0;

/**
 * Whether a plain list is read from each owner's newest: that reads owners x limit rows, the time index limit / share
 * (R7.10).
 */
async function isBestPerOwner(db: Database, query: CompiledQuery): Promise<boolean> {
  const { owners } = query.scope;
  if (!isPlain(query) || typeof owners === 'string') return false;
  // in the order of their own index already
  if (owners.length < 2) return true;
  const { all, owned } = await extentOf(db, query.type, owners);
  return all > 0 && (owned / all) * owners.length < 1;
}

/** Literals, since a plan for any number of rows is not the one for a page; both are integers by contract. */
const slice = (limit: number, offset: number) => sql`limit ${sql.lit(limit)} offset ${sql.lit(offset)}`;

const inOrder = (query: CompiledQuery, limit: number, offset: number) =>
  isReadInParts(query.sort) ? inParts(query, limit, offset) : inOneOrder(query, limit, offset);

/** The filled values in their order, and where they do not fill the page the empty ones. */
function inParts(query: CompiledQuery, limit: number, offset: number) {
  const { type, sort } = query;
  const { filled, empty, order } = partsOf(type, sort);
  const those = (part: Where) => sql`
    select r.${sql.ref(type.idColumn)} as id from ${sql.table(type.table)} as r
    where ${whereOf(query)} and ${part} order by ${order} ${slice(limit + offset, 0)}`;
  const wanted = sql.lit(limit + offset);
  return sql`
    select id, row_number() over () as place from (
      with filled as materialized (select id, row_number() over () as place from (${those(filled)}) as those)
      select id from (
        select 0 as part, place, id from filled
        union all
        select 1, row_number() over (), id from (${those(sql`${empty} and (select count(*) from filled) < ${wanted}`)}) as rest
      ) as parts order by part, place ${slice(limit, offset)}) as page`;
}

const inOneOrder = (query: CompiledQuery, limit: number, offset: number) => sql`
  select id, row_number() over () as place from (
    select r.${sql.ref(query.type.idColumn)} as id from ${sql.table(query.type.table)} as r
    where ${isPlain(query) ? query.scope.asFilter : whereOf(query)} order by ${query.orderBy} ${slice(limit, offset)}) as page`;

/** The newest of each owner by their own index, then the newest of these (R7.10, security L7). */
function topOfOwners(actor: Actor, query: CompiledQuery, limit: number, offset: number) {
  const { type, scope } = query;
  const owners = typeof scope.owners === 'string' ? [] : scope.owners;
  const state = scope.state ?? sql`true`;
  const id = sql.ref(type.idColumn);
  const direction = query.descending ? sql`desc` : sql`asc`;
  const shared = scope.isOwnedOnly
    ? sql``
    : sql`
        union all
        select r.${id}, r.update_time from ${sql.table(type.table)} as r
        where r.${id} = any(${sharedIds(actor, type, 'read')}) and r.deleted_at is null
          and r.owner_user_id not in ${ownerRows(owners)} and ${state}`;
  // of a list whose length it does not know the database expects ten, and would plan anew for each reader
  const each = owners.length === 1 ? sql`(values (${owners[0]}::int))` : sql`unnest(${ownerList(owners)}::int[])`;
  return sql`
    select id, row_number() over () as place from (
      select id from (
        select top.id, top.update_time from ${each} as o(owner_user_id)
        cross join lateral (
          select r.${id} as id, r.update_time from ${sql.table(type.table)} as r
          where r.owner_user_id = o.owner_user_id and r.deleted_at is null and ${state}
          order by r.update_time ${direction}, r.${id} ${direction} ${slice(limit + offset, 0)}
        ) as top${shared}
      ) as candidate order by update_time ${direction}, id ${direction} ${slice(limit, offset)}) as page`;
}
