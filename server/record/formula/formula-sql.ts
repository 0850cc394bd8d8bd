import { sql, type RawBuilder } from 'kysely';
import type { Formula } from '#shared/record/formula/check.ts';
import { resultCharacters, resultDigits } from '#shared/record/formula/evaluate.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';
import { operationSql } from '#server/record/formula/operation-sql.ts';
import { nullOf, within, type Sql } from '#server/record/formula/sql-parts.ts';

/** A field's value from `fieldSql`. */
export type ColumnOf = (id: string) => Sql;

/**
 * The result of a formula for a row, equal to `evaluate` in `shared`: numeric with the given decimals, text, date,
 * timestamp or boolean. It never fails for valid field values. All values are bound.
 */
export function sqlOf(formula: Formula, columnOf: ColumnOf, decimals: number): RawBuilder<unknown> {
  const value = valueSql(formula, columnOf);
  if (formula.type === 'number') return fittedNumber(value, decimals);
  return formula.type === 'text' ? sql`left(${value}, ${resultCharacters}::int)` : value;
}

/**
 * The same as text, as records store values.
 * @internal
 */
export function sqlTextOf(formula: Formula, columnOf: ColumnOf, decimals: number): RawBuilder<string | null> {
  return asText(formula.type, sqlOf(formula, columnOf, decimals));
}

/** The result of `sqlOf`, as text. */
export const asText = (type: FormulaType, value: Sql): RawBuilder<string | null> =>
  sql<string | null>`${textSql[type](value)}`;

/** A number with this many decimals; empty when it has too many digits. */
export const fittedNumber = (value: Sql, decimals: number): Sql =>
  within(sql`round(${value}, ${decimals}::int)`, beyond);

const beyond = sql`${`1e${resultDigits}`}::numeric`;

const textSql: Readonly<Record<FormulaType, (value: Sql) => Sql>> = {
  number: (value) => sql`(${value})::text`,
  text: (value) => value,
  date: (value) => sql`to_char(${value}, 'YYYY-MM-DD')`,
  datetime: (value) => sql`to_char(${value}, 'YYYY-MM-DD HH24:MI:SS')`,
  boolean: (value) => sql`(${value})::text`,
};

function valueSql(formula: Formula, columnOf: ColumnOf): Sql {
  if (formula.kind === 'field') return columnOf(formula.id);
  if (formula.kind === 'value') return literalSql(formula.type, formula.value);
  return operationSql[formula.name](
    formula.args.map((arg) => valueSql(arg, columnOf)),
    formula,
  );
}

function literalSql(type: FormulaType, value: string | boolean | null): Sql {
  if (value === null) return nullOf[type];
  if (typeof value === 'boolean') return value ? sql`true` : sql`false`;
  return type === 'number' ? sql`${value}::numeric` : sql`${value}::text`;
}
