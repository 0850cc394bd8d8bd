import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { listQuery } from '#shared/record/record-calls.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { findColumn, listColumns, type Column } from '#server/record/columns.ts';
import { fieldsOf, type FieldSet } from '#server/record/field-set.ts';
import { compileCondition, conditionsOf, type Where } from '#server/record/filter.ts';
import { rowColumns, wireRow, type StoredRow } from '#server/record/row.ts';
import { scoped, sharedIds, type Scope } from '#server/record/scope.ts';
import { matchesSearch } from '#server/record/search.ts';

export type ParsedQuery = z.output<typeof listQuery>;

/** Deeper pages cost more than they are worth; they go by cursor only (design §5). */
const maxOffset = 10_000;
/** Counting a filter stops here (security L7). */
export const countLimit = 10_001;

export interface Listing {
  readonly list: Record<string, unknown>[];
  readonly totalRow: number;
  readonly totalExact: 0 | 1;
}

/** A list query in SQL parts; list, count and export are made from it. */
export interface CompiledQuery {
  readonly type: RecordType;
  readonly fields: FieldSet;
  readonly scope: Scope;
  /** Search and filter, without the scope. */
  readonly conditions: readonly Where[];
  readonly orderBy: RawBuilder<unknown>;
  /** The order by update time that a new list has, for which indexes per owner exist. */
  readonly isDefaultOrder: boolean;
  readonly descending: boolean;
}

export async function compileQuery(
  db: Database,
  actor: Actor,
  type: RecordType,
  query: ParsedQuery,
): Promise<CompiledQuery> {
  const fields = await fieldsOf(db, actor, type);
  const columns = listColumns(type, fields);
  const conditions = conditionsOf(query.data).map((condition) => compileCondition(columns, condition));
  if (query.search) conditions.push(matchesSearch(query.search));
  const sort = query.sortField ?? 'updateTime';
  const column = findColumn(columns, sort);
  if (!column || !isSortable(column)) throw new AppError('sort.field', { field: sort.slice(0, 60) });
  const descending = (query.order ?? 1) === 1;
  return {
    type,
    fields,
    scope: scoped(actor, type),
    conditions,
    orderBy: order(type, column, descending),
    isDefaultOrder: column.id === 'update_time',
    descending,
  };
}

export const isSortable = (column: Column): boolean =>
  column.system ? column.system.kind !== 'user_name' : fieldTypeOf(column.formType).sortable;

/** Text sorts by pinyin; the id decides between equals, so pages never overlap. */
function order(type: RecordType, column: Column, descending: boolean): RawBuilder<unknown> {
  const direction = descending ? sql`desc` : sql`asc`;
  const nulls = descending && column.id !== 'update_time' && column.id !== 'create_time' ? sql` nulls last` : sql``;
  const value = column.storage === 'text' ? sql`${column.value} collate "zh-x-icu"` : column.value;
  return sql`${value} ${direction}${nulls}, r.${sql.ref(type.idColumn)} ${direction}`;
}

export const whereOf = (query: CompiledQuery): Where =>
  sql`(${sql.join([query.scope.where, ...query.conditions], sql` and `)})`;

/** A page of records with its total. */
export async function listRecords(db: Database, actor: Actor, type: RecordType, asked: ParsedQuery): Promise<Listing> {
  const offset = (asked.page - 1) * asked.limit;
  if (offset > maxOffset) throw new AppError('input.page_too_deep');
  const query = await compileQuery(db, actor, type, asked);
  const total = await count(db, actor, query);
  const rows = await pageOf(db, actor, query, total, asked.limit, offset);
  const names = await directoryOf(db, actor.rights.version);
  return {
    list: rows.map((row) => wireRow(type, query.fields, names, row)),
    totalRow: total.rows,
    totalExact: total.exact ? 1 : 0,
  };
}

interface Total {
  readonly rows: number;
  readonly exact: boolean;
  /** Share of all live records that lie in the scope, when the counters told. */
  readonly share: number | null;
}

/** Exact from the counters when nothing is filtered; a filtered total stops at 10,001. */
async function count(db: Database, actor: Actor, query: CompiledQuery): Promise<Total> {
  const { type, scope } = query;
  if (query.conditions.length > 0) {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from (select 1 from ${sql.table(type.table)} as r where ${whereOf(query)} limit ${countLimit}) as counted`.execute(
      db,
    );
    const n = rows[0]?.n ?? 0;
    return { rows: n, exact: n < countLimit, share: null };
  }
  const owned = scope.owners === 'all' ? sql`owner_user_id <> 0` : sql`owner_user_id = any(${scope.owners}::int[])`;
  const { rows } = await sql<{ mine: number; everything: number; shared: number }>`
    select coalesce(sum(total) filter (where ${owned}), 0)::bigint as mine,
      coalesce(sum(total) filter (where owner_user_id <> 0), 0)::bigint as everything,
      ${scope.owners === 'all' ? sql`0::bigint` : sharedCount(actor, query)} as shared
    from record_count where type_code = ${type.code}`.execute(db);
  const { mine = 0, everything = 0, shared = 0 } = rows[0] ?? {};
  return { rows: mine + shared, exact: true, share: everything === 0 ? 1 : mine / everything };
}

/** Records of others that a team shares with the actor. */
const sharedCount = (actor: Actor, { type, scope }: CompiledQuery) => sql`(
  select count(*) from ${sql.table(type.table)} as r
  where r.${sql.ref(type.idColumn)} in ${sharedIds(actor, type, 'read')}
    and r.deleted_at is null and r.owner_user_id is not null and r.owner_user_id <> all(${scope.owners}::int[]))`;

async function pageOf(
  db: Database,
  actor: Actor,
  query: CompiledQuery,
  total: Total,
  limit: number,
  offset: number,
): Promise<StoredRow[]> {
  const { type, scope } = query;
  // reading the time index until the page is full touches limit/share rows; per owner it is owners x limit
  const perOwner =
    query.isDefaultOrder &&
    query.conditions.length === 0 &&
    scope.owners !== 'all' &&
    total.share !== null &&
    total.share * scope.owners.length < 1
      ? scope.owners
      : null;
  const found = perOwner ? topOfOwners(actor, query, perOwner, limit, offset) : inOrder(query, limit, offset);
  const { rows } = await sql<StoredRow>`
    with found as materialized (${found})
    select ${rowColumns(type)} from found join ${sql.table(type.table)} as r on r.${sql.ref(type.idColumn)} = found.id
    order by found.place`.execute(db);
  return rows;
}

const inOrder = (query: CompiledQuery, limit: number, offset: number) => sql`
  select id, row_number() over () as place from (
    select r.${sql.ref(query.type.idColumn)} as id from ${sql.table(query.type.table)} as r
    where ${whereOf(query)} order by ${query.orderBy} limit ${limit} offset ${offset}) as page`;

/** The newest of each owner by its own index, then the newest of these (design §5, security L7). */
function topOfOwners(actor: Actor, query: CompiledQuery, owners: readonly number[], limit: number, offset: number) {
  const { type } = query;
  const id = sql.ref(type.idColumn);
  const direction = query.descending ? sql`desc` : sql`asc`;
  return sql`
    select id, row_number() over () as place from (
      select id from (
        select top.id, top.update_time from unnest(${owners}::int[]) as o(owner_user_id)
        cross join lateral (
          select r.${id} as id, r.update_time from ${sql.table(type.table)} as r
          where r.owner_user_id = o.owner_user_id and r.deleted_at is null
          order by r.update_time ${direction}, r.${id} ${direction} limit ${limit + offset}
        ) as top
        union all
        select r.${id}, r.update_time from ${sql.table(type.table)} as r
        where r.${id} in ${sharedIds(actor, type, 'read')} and r.deleted_at is null
          and r.owner_user_id is not null and r.owner_user_id <> all(${owners}::int[])
      ) as candidate order by update_time ${direction}, id ${direction} limit ${limit} offset ${offset}) as page`;
}
