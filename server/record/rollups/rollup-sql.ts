import { sql, type RawBuilder } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { system } from '#server/record/access/system.ts';
import { listColumns, type Column } from '#server/record/fields/columns.ts';
import { readFields, type FieldSet } from '#server/record/fields/field-set.ts';
import { fieldSql } from '#server/record/formula/field-sql.ts';
import { fittedNumber } from '#server/record/formula/formula-sql.ts';
import { compileFilter } from '#server/record/query/filter.ts';
import type { Where } from '#server/record/query/where.ts';
import { recordModule } from '#server/record/registry.ts';
import type { FilterData } from '#shared/record/calls/record-calls.ts';
import type { Field } from '#shared/record/field.ts';
import { formulaField } from '#shared/record/formula/fields.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import type { RollupCondition } from '#shared/record/rollup.ts';

/** A roll-up with its value for a row of the parent, in a query with the joins. */
export interface CountedField {
  readonly field: Field;
  readonly type: FormulaType;
  readonly result: RawBuilder<unknown>;
}

type CountedRollup = Field & { readonly rollup: NonNullable<Field['rollup']> };
const isRollup = (field: Field): field is CountedRollup => field.rollup !== undefined;

/**
 * The values of a type's roll-ups for records, the alias `r`: joins that count the children of all these records once
 * per relation.
 */
export async function countedOver(
  db: Database,
  fields: readonly Field[],
  ids: readonly number[],
): Promise<{ readonly joins: RawBuilder<unknown>; readonly counted: readonly CountedField[] }> {
  const groups = Map.groupBy(fields.filter(isRollup), ({ rollup }) => `${rollup.child}/${rollup.column}`);
  const joins: RawBuilder<unknown>[] = [];
  const counted: CountedField[] = [];
  for (const [at, group] of [...groups.values()].entries()) {
    const [first] = group;
    if (!first) continue;
    const { type } = recordModule(first.rollup.child);
    const children = await readFields(db, type.code);
    const alias = `c${at}`;
    const parent = sql.ref(`r.${first.rollup.column}`);
    const { from, live } = system('parents count their children, whoever sees them', type);
    const values = group.map((field, place) => sql`${aggregate(type, children, field)} as ${sql.ref(`v${place}`)}`);
    joins.push(sql`
      left join (
        select ${parent} as parent, ${sql.join(values)} from ${from}
        where ${live} and ${parent} = any(${[...ids]}::bigint[]) group by 1
      ) as ${sql.ref(alias)} on ${sql.ref(`${alias}.parent`)} = r.${sql.ref(idColumnOf(type, first.rollup.column))}`);
    counted.push(
      ...group.map((field, place) => {
        const counts = valueField(children, field);
        const kind = counts ? formulaField(counts).type : null;
        return { field, type: kind ?? 'number', result: resultSql(field, kind, sql.ref(`${alias}.v${place}`)) };
      }),
    );
  }
  return { joins: sql.join(joins, sql` `), counted };
}

/** The id that a child column refers to. */
function idColumnOf(type: RecordType, column: string): string {
  const relation = type.fields.find(({ fieldName }) => fieldName === column)?.relation;
  if (!relation) throw new Error(`${type.name}.${column} points to no record`);
  return recordModule(relation.to).type.idColumn;
}

const valueField = (children: FieldSet, { rollup }: CountedRollup): Field | undefined =>
  children.all.find((field) => formulaField(field).id === rollup.field);

function aggregate(type: RecordType, children: FieldSet, field: CountedRollup): RawBuilder<unknown> {
  const { kind, where = [] } = field.rollup;
  const conditions = compileFilter(conditionColumns(type, children), [...where] as Conditions);
  const filter = conditions.length === 0 ? sql`` : sql` filter (where ${sql.join<Where>(conditions, sql` and `)})`;
  if (kind === 'count') return sql`count(*)${filter}`;
  const counts = valueField(children, field);
  const value = counts && fieldSql(counts);
  // the set-up has checked it, and prevents the deletion of its inputs
  if (!value) throw new Error(`the roll-up ${field.fieldId} counts over a field that there is not`);
  return sql`${aggregates[kind](value)}${filter}`;
}

const aggregates = {
  sum: (value: RawBuilder<unknown>) => sql`sum(${value})`,
  avg: (value: RawBuilder<unknown>) => sql`avg(${value})`,
  min: (value: RawBuilder<unknown>) => sql`min(${value})`,
  max: (value: RawBuilder<unknown>) => sql`max(${value})`,
} as const;

type Conditions = Extract<FilterData, readonly unknown[]>;

/** Without children, counts and sums are 0; the others are null. */
function resultSql({ rollup }: CountedRollup, type: FormulaType | null, value: RawBuilder<unknown>) {
  if (rollup.kind === 'count') return sql`coalesce(${value}, 0)::numeric`;
  if (rollup.kind === 'sum') return fittedNumber(sql`coalesce(${value}, 0)`, rollup.decimals);
  return type === 'number' ? fittedNumber(value, rollup.decimals) : value;
}

/** Columns allowed in conditions: fields and states, as only a write of the child changes these. */
export const namedColumns = (type: RecordType, fields: FieldSet): Column[] =>
  listColumns(type, { ...fields, shown: fields.all }).filter(({ field, state }) => field !== null || state !== null);

/** The same by immutable key. */
export const conditionColumns = (type: RecordType, fields: FieldSet): Column[] =>
  namedColumns(type, fields).map((column) => ({ ...column, fieldName: column.id, key: column.id }));

/**
 * The name of a referenced record may change without a write of this one: conditions only test whether there is one. A
 * span of days relative to today ends without a write as well.
 */
export const isSteady = ({ condition = '' }: RollupCondition, { storage }: Pick<Column, 'storage'>): boolean =>
  condition !== 'period' && (storage !== 'record' || condition === 'isNull' || condition === 'isNotNull');
