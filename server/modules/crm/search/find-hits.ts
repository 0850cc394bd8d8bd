import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import { rowColumns, rowWriter, type StoredRow } from '#server/record/rows/row.ts';
import { scoped, within } from '#server/record/access/scope.ts';
import { initialsOf, matchesAnyForm, numberOf, searchForm, tokensOf } from '#server/record/query/search.ts';
import { initialsUntilEach, markOf, type SpelledName } from '#server/record/query/mark.ts';
import { searchWay } from '#server/record/query/search-way.ts';
import { visible } from '#server/record/access/visible.ts';
import { hitsPerType, type SearchHit } from '#shared/crm/search-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { isRelated, relatedKey } from '#shared/record/relations/relation.ts';

/** A single character, which no index supports, is searched in this many of the newest records. */
const newestLooked = 2000;
/** Up to this many hits are sorted; with more, the newest are found quickly in the order of time. */
const fewHits = 1000;
/** This many are sorted when the index is known to find no more. */
const rareHits = 10_000;

interface FoundRow extends StoredRow, SpelledName {
  /** Hits, up to one more than counts as few. */
  readonly n: number;
}

/** The newest records of the actor's list that contain the fragment. */
export async function findHits(db: Database, actor: Actor, type: RecordType, fragment: string): Promise<SearchHit[]> {
  const fields = await fieldsOf(db, actor, type);
  const names = await directoryOf(db, actor.rights.version);
  const id = sql.ref(`r.${type.idColumn}`);
  const title = sql.ref(`r.${type.titleField}`);
  const reach = scoped(actor, type);
  const scope = within(type, reach, 'open');
  const listed = visible(type, scope);
  const way = await searchWay(db, type, { owners: scope.owners, fragment, wanted: fewHits + 1 });
  const matches = matchesAnyForm(type, fields, fragment, { isCompared: way === 'compared' });
  const looked =
    tokensOf(searchForm(fragment)).length > 0
      ? listed
      : sql`(select r.* from ${listed} order by r.update_time desc, ${id} desc limit ${sql.lit(newestLooked)}) as r`;
  const from = sql`from ${looked} where ${matches}`;
  const newestOfHits = sql`
    select id, update_time from hits order by update_time desc, id desc limit ${sql.lit(hitsPerType)}`;
  const newestOfMany = sql`
    select id, update_time from (
      select ${id} as id, r.update_time ${from} order by r.update_time desc, ${id} desc limit ${sql.lit(hitsPerType)}
    ) as of_many`;
  const eitherNewest = sql`
    select id, update_time from (
      (select id, update_time from (${newestOfHits}) as of_few where (select n from total) <= ${sql.lit(fewHits)})
      union all (${newestOfMany} where (select n from total) > ${sql.lit(fewHits)})) as newest`;
  const isByInitials = initialsOf(fragment) !== null;
  const initialsUntil = isByInitials ? initialsUntilEach(title) : sql`'{}'::int[]`;
  const read = (found: RawBuilder<unknown>, most: number) =>
    sql<FoundRow>`
      with hits as materialized (select ${id} as id, r.update_time ${from} limit ${sql.lit(most + 1)}),
      total as materialized (select count(*)::int as n from hits),
      found as materialized (${found})
      select ${rowColumns(type)}, r.initials, (select n from total) as n, ${initialsUntil} as initials_until
      from found join ${visible(type, reach)} on ${id} = found.id
      order by found.update_time desc, found.id desc`.execute(db);
  // few records contain it, so planning costs half, unless they have become many since; nothing is known about initials
  const rare = way === 'rare' && !isByInitials ? await read(newestOfHits, rareHits) : null;
  const { rows } = rare && (rare.rows[0]?.n ?? 0) <= rareHits ? rare : await read(eitherNewest, fewHits);
  const write = rowWriter(type, fields, names);
  return rows.map((row) => {
    const wire = write(row);
    const name = String(row[type.titleField] ?? '');
    const [markFrom, markTo] = markOf(name, row, fragment);
    return {
      id: Number(row[type.idColumn]),
      name,
      markFrom,
      markTo,
      hint: numberIn(type, wire, fragment) ?? belongsTo(type, wire),
      ownerUserName: String(wire['ownerUserName']),
    };
  });
}

/** The name of the first record that it refers to. */
function belongsTo(type: RecordType, wire: Readonly<Record<string, unknown>>): string {
  const field = type.fields.find(({ formType }) => isRelated(formType));
  return field ? String(wire[relatedKey(field)] ?? '') : '';
}

/** The searched number that contains the fragment; a hidden one is not in the row. */
function numberIn(type: RecordType, wire: Readonly<Record<string, unknown>>, fragment: string): string | undefined {
  const wanted = searchForm(fragment);
  const digits = numberOf(fragment);
  return type.searchFields
    .filter((field) => field !== type.titleField)
    .map((field) => String(wire[camelCase(field)] ?? ''))
    .find(
      (value) => searchForm(value).includes(wanted) || (digits !== null && value.replace(/\D/g, '').includes(digits)),
    );
}
