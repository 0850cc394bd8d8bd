import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { formulasOf, formulaState, type CompiledFormula } from '#server/record/formula/compiled-formulas.ts';
import { fieldSql } from '#server/record/formula/field-sql.ts';
import { asText, sqlOf } from '#server/record/formula/formula-sql.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Computes the formulas of records in the database, by what the set-up says at this moment: what they hold follows from
 * the records alone, so that no version, no update time and no event speaks of it. Records that hold the results already
 * are not written.
 */
export async function recomputeRows(db: Database, type: RecordType, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  const { all } = await readFields(db, type.code);
  const formulas = formulasOf(all);
  if (formulas.length === 0) return;
  const sets = assignments(formulas);
  const id = sql.ref(type.idColumn);
  const table = sql.table(type.table);
  const names = sets.map(({ name }) => name);
  await sql`
    update ${table} as r set ${sql.join(names.map((name) => sql`${sql.ref(name)} = n.${sql.ref(name)}`))}
    from (
      select r.${id} as id, ${sql.join(sets.map(({ name, value }) => sql`${value} as ${sql.ref(name)}`))}
      from ${table} as r ${chain(all, formulas)} where r.${id} = any(${[...ids]}::bigint[]) offset 0
    ) as n
    where r.${id} = n.id and (${sql.join(
      names.map((name) => sql`r.${sql.ref(name)} is distinct from n.${sql.ref(name)}`),
      sql` or `,
    )})`.execute(db);
}

/**
 * Behind a write: a set-up that has changed since the writer read it wins. A write holds a lock that the change of a
 * formula waits for (`keep_unique_values`), so either it sees the change here or the job of the change sees its records.
 */
export async function followFormulas(
  db: Database,
  { type, fields }: { readonly type: RecordType; readonly fields: FieldSet },
  ids: readonly number[],
): Promise<void> {
  const { rows } = await sql<{ state: string | null }>`
    select string_agg(field_id || '/' || formula_decimals || '/' || formula, E'\n') as state from record_field
    where type_code = ${type.code} and formula is not null`.execute(db);
  const state = (rows[0]?.state ?? '').split('\n').toSorted().join('\n');
  if (state !== formulaState(fields.all)) await recomputeRows(db, type, ids);
}

const resultOf = (at: number): RawBuilder<unknown> => sql.ref(`f${at}.result`);

/** Each formula once, by the results of those before it. */
function chain(fields: readonly Field[], formulas: readonly CompiledFormula[]): RawBuilder<unknown> {
  const columns = new Map(fields.map((field) => [formulaField(field).id, fieldSql(field) ?? sql`null`]));
  const steps = formulas.map(({ id, formula, decimals }, at) => {
    const value = sqlOf(formula, (name) => columns.get(name) ?? sql`null`, decimals);
    columns.set(id, resultOf(at));
    return sql`cross join lateral (select ${value} as result offset 0) as ${sql.ref(`f${at}`)}`;
  });
  return sql.join(steps, sql` `);
}

function assignments(
  formulas: readonly CompiledFormula[],
): { readonly name: string; readonly value: RawBuilder<unknown> }[] {
  const placed = formulas.map((one, at) => ({ ...one, result: resultOf(at) }));
  const fixed = placed.flatMap(({ field, result }) =>
    field.fieldType === 1 ? [{ name: field.fieldName, value: result }] : [],
  );
  const custom = placed.flatMap(({ field, formula, result }) =>
    field.fieldType === 0 ? [sql`${customKey(field)}::text, ${asText(formula.type, result)}`] : [],
  );
  if (custom.length === 0) return fixed;
  const value = sql`jsonb_strip_nulls(r.custom || jsonb_build_object(${sql.join(custom)}))`;
  return [...fixed, { name: 'custom', value }];
}
