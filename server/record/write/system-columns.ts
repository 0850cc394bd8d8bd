import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { countingParents, recomputeRows, recountParents } from '#server/record/write/recompute-rows.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Columns maintained by the server, such as the last follow-up: no version, no event, no rule of the type. `set` are
 * assignments that read the row as `r`.
 */
export async function setSystemColumns(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  set: RawBuilder<unknown>,
): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    update ${sql.table(type.table)} as r set ${set}
    where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
}

/** Destroys records, and what belongs to them by foreign keys. */
export async function destroyRows(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  await countingParents(db, type, { ids }, () =>
    sql`delete from ${sql.table(type.table)} where ${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db),
  );
}

/** Clears the column by which children of a type refer to records about to be destroyed. */
export async function unlinkFrom(
  db: Database,
  child: RecordType,
  column: string,
  parentIds: readonly number[],
): Promise<void> {
  const pointing = sql`r.${sql.ref(column)} = any(${[...parentIds]}::bigint[])`;
  const { rows } = await sql<{ id: number }>`
    update ${sql.table(child.table)} as r set ${sql.ref(column)} = null where ${pointing}
    returning r.${sql.ref(child.idColumn)} as id`.execute(db);
  await recountParents(
    db,
    child,
    rows.map(({ id }) => id),
  );
}

/** Records of one transaction: few enough that nobody waits long for one of them. */
const chunkRows = 1000;

/**
 * Takes the values of a deleted custom field out of the next records after `last` that have one, deleted ones too; no
 * version and no event. Returns the last of these records, null where there are no more.
 */
export async function dropCustomValues(
  db: Database,
  type: RecordType,
  field: Pick<Field, 'fieldId'>,
  last: number,
): Promise<number | null> {
  const key = customKey(field);
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const { rows } = await sql<{ id: number }>`
    select ${id} as id from ${table} where ${id} > ${last} and custom ? ${key}::text
    order by ${id} limit ${chunkRows} for update`.execute(db);
  const ids = rows.map((row) => row.id);
  if (ids.length === 0) return null;
  await sql`update ${table} set custom = custom - ${key}::text where ${id} = any(${ids}::bigint[])`.execute(db);
  return ids.at(-1) ?? null;
}

/** Ids that one statement of a rename looks at: of so many records it takes some seconds. */
const renamedAtOnce = 20_000;

/**
 * Renamed options: records that have one, deleted ones too, have its new name; no version and no event. Each record once, so
 * that two options may swap their names; in parts, since hundreds of thousands take longer than a statement may.
 */
export async function renameCustomOptions(
  db: Database,
  type: RecordType,
  field: Pick<Field, 'fieldId' | 'formType'>,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const key = customKey(field);
  const table = sql.table(type.table);
  const former = sql`${[...names.keys()]}::text[]`;
  const renamed = sql`${JSON.stringify(Object.fromEntries(names))}::jsonb`;
  const [value, found] =
    fieldTypeOf(field.formType).choice === 'one'
      ? [sql`${renamed} -> (custom ->> ${key}::text)`, sql`custom ->> ${key}::text = any(${former})`]
      : [
          sql`(select jsonb_agg(name order by at) from (
            select coalesce(${renamed} -> option, to_jsonb(option)) as name, min(at) as at
            from jsonb_array_elements_text(custom -> ${key}::text) with ordinality as o (option, at) group by 1
          ) as renamed_options)`,
          sql`custom -> ${key}::text ?| ${former}`,
        ];
  const id = sql.ref(type.idColumn);
  const { rows } = await sql<{ first: number | null; last: number | null }>`
    select min(${id}) as first, max(${id}) as last from ${table} where ${found}`.execute(db);
  const { first, last } = rows[0] ?? {};
  if (!first || !last) return;
  for (let from = first; from <= last; from += renamedAtOnce)
    await sql`
      update ${table} set custom = jsonb_set(custom, array[${key}::text], ${value})
      where ${id} >= ${from} and ${id} < ${from + renamedAtOnce} and ${found}`.execute(db);
}

/** What is left of records about persons. */
export interface Emptied {
  /** Columns that become null. */
  readonly columns: readonly string[];
  /** Keys of custom values that stay. */
  readonly keptKeys: readonly string[];
  /** New titles by id; the others keep theirs. */
  readonly titles: ReadonlyMap<number, string>;
}

/** Empties records for good: a new version, so that no undo of earlier actions brings anything back, and no event. */
export async function emptyRows(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  { columns, keptKeys, titles }: Emptied,
): Promise<void> {
  const id = sql`r.${sql.ref(type.idColumn)}`;
  const title = sql.ref(type.titleField);
  const sets = columns.map((column) => sql`${sql.ref(column)} = null`);
  const kept = sql`(select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(r.custom) where key = any(${[...keptKeys]}::text[]))`;
  const named = JSON.stringify(Object.fromEntries(titles));
  await countingParents(db, type, { ids, columns: [...columns, type.titleField] }, () =>
    sql`
      update ${sql.table(type.table)} as r set ${sql.join([
        ...sets,
        sql`custom = ${kept}`,
        sql`${title} = coalesce(${named}::jsonb ->> ${id}::text, r.${title})`,
        sql`version = version + 1`,
      ])}
      where ${id} = any(${[...ids]}::bigint[])`.execute(db),
  );
  await recomputeRows(db, type, ids);
}
