import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { formulasOf, formulaState } from '#server/record/formula/compiled-formulas.ts';
import { fieldSql } from '#server/record/formula/field-sql.ts';
import { asText, sqlOf } from '#server/record/formula/formula-sql.ts';
import { inOrder, lockInOrder } from '#server/record/rollups/lock-ancestors.ts';
import { countedOver, type CountedField } from '#server/record/rollups/rollup-sql.ts';
import {
  countingColumns,
  isCounted,
  joined,
  parentsOf,
  rollupsOver,
  type Parents,
} from '#server/record/rollups/rollups-over.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { Rollup } from '#shared/record/rollup.ts';

/**
 * Computes the roll-ups and formulas of locked records in the database, by the current set-up, and then those of the
 * records that count over them. The values are derived from records alone, so that version, update time and events are
 * not affected. Unchanged records are not written.
 */
export async function recomputeRows(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { all } = await readFields(db, type.code);
  const { joins, counted } = await countedOver(db, all, ids);
  const { steps, computed } = chain(all, counted);
  if (computed.length === 0) return;
  const sets = assignments(computed);
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const names = sets.map(({ name }) => name);
  const { rows } = await sql<{ id: number }>`
    update ${table} as r set ${sql.join(names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))}
    from (
      select r.${id} as id, ${sql.join(sets.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))}
      from ${table} as r ${joins} ${steps} where r.${id} = any(${[...ids]}::bigint[]) offset 0
    ) as n
    where r.${id} = n.id and (${sql.join(
      names.map((name) => sql`r.${sql.ref(name)} is distinct from n.${sql.ref(name)}`),
      sql` or `,
    )}) returning r.${id} as id`.execute(db);
  await recountParents(
    db,
    type,
    rows.map((row) => row.id),
  );
}

/** Recounts the parents of written records; `former` are those that they belonged to before. */
export async function recountParents(
  db: Database,
  type: RecordType,
  ids: readonly number[],
  former: Parents = new Map(),
): Promise<void> {
  const over = await rollupsOver(db, type);
  await recount(db, joined([...former, ...(await parentsOf(db, type, countingColumns(over), ids))]));
}

/** Recounts records over their children. */
export async function recount(db: Database, parents: Parents): Promise<void> {
  // the counting transaction has waited for all previous ones, and sees their results in the next statement
  await lockInOrder(db, parents);
  for (const [parent, parentIds] of inOrder(parents)) await recomputeRows(db, parent, [...parentIds]);
}

/** Writes records and recounts their old and new parents; nothing is recounted when these columns do not count. */
export async function countingParents<T>(
  db: Database,
  type: RecordType,
  { ids, columns }: { readonly ids: readonly number[]; readonly columns?: readonly string[] },
  write: () => Promise<T>,
): Promise<T> {
  const over = await rollupsOver(db, type);
  if (!isCounted(type, over, columns)) return write();
  const former = await parentsOf(db, type, countingColumns(over), ids);
  const result = await write();
  await recountParents(db, type, ids, former);
  return result;
}

/**
 * After a write: a set-up that has changed since the writer read it wins. A write holds a lock that the change of a
 * computed field waits for (`keep_unique_values`), so either it sees the change here or the job of the change sees its
 * records.
 */
export async function followFormulas(
  db: Database,
  { type, fields }: { readonly type: RecordType; readonly fields: FieldSet },
  ids: readonly number[],
): Promise<void> {
  const rows = await db
    .selectFrom('record_field')
    .select(['field_id', 'formula', 'formula_decimals', 'rollup'])
    .where('type_code', '=', type.code)
    .where((eb) => eb.or([eb('formula', 'is not', null), eb('rollup', 'is not', null)]))
    .execute();
  const present = rows.map(({ field_id: fieldId, formula, formula_decimals: decimals, rollup }) => ({
    fieldId,
    ...(formula !== null && { formula: { text: formula, decimals } }),
    ...(rollup !== null && { rollup: { ...(rollup as Rollup), decimals } }),
  }));
  if (formulaState(present) !== formulaState(fields.all)) await recomputeRows(db, type, ids);
}

const resultOf = (at: number): RawBuilder<unknown> => sql.ref(`f${at}.result`);

/** Each formula once, from roll-ups and the results of those before it. */
function chain(
  fields: readonly Field[],
  counted: readonly CountedField[],
): { readonly steps: RawBuilder<unknown>; readonly computed: readonly CountedField[] } {
  const formulas = formulasOf(fields);
  const columns = new Map(fields.map((field) => [formulaField(field).id, fieldSql(field) ?? sql`null`]));
  for (const { field, result } of counted) columns.set(formulaField(field).id, result);
  const steps = formulas.map(({ id, formula, decimals }, at) => {
    const value = sqlOf(formula, (name) => columns.get(name) ?? sql`null`, decimals);
    columns.set(id, resultOf(at));
    return sql`cross join lateral (select ${value} as result offset 0) as ${sql.ref(`f${at}`)}`;
  });
  const ofFormulas = formulas.map(({ field, formula }, at) => ({ field, type: formula.type, result: resultOf(at) }));
  return { steps: sql.join(steps, sql` `), computed: [...counted, ...ofFormulas] };
}

function assignments(
  computed: readonly CountedField[],
): { readonly name: string; readonly value: RawBuilder<unknown> }[] {
  const fixed = computed.flatMap(({ field, result }) =>
    field.fieldType === 1 ? [{ name: field.fieldName, value: result }] : [],
  );
  const custom = computed.flatMap(({ field, type, result }) =>
    field.fieldType === 0 ? [sql`${customKey(field)}::text, ${asText(type, result)}`] : [],
  );
  if (custom.length === 0) return fixed;
  const value = sql`jsonb_strip_nulls(r.custom || jsonb_build_object(${sql.join(custom)}))`;
  return [...fixed, { name: 'custom', value }];
}
