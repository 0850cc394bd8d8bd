import { sql, type RawBuilder } from 'kysely';
import type { FormulaCall } from '#shared/record/formula/check.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

export type Sql = RawBuilder<unknown>;

/**
 * An operation in SQL, of typed arguments that are null when empty. Each occurs once in the result, otherwise a formula
 * of fifty levels would grow exponentially; and nothing may fail, as PostgreSQL computes constants even where they are
 * not needed.
 */
export type OperationSql = (args: readonly Sql[], call: FormulaCall) => Sql;

export const one =
  (of: (value: Sql) => Sql): OperationSql =>
  ([value = sql`null`]) =>
    of(value);
export const two =
  (of: (left: Sql, right: Sql) => Sql): OperationSql =>
  ([left = sql`null`, right = sql`null`]) =>
    of(left, right);
export const three =
  (of: (first: Sql, second: Sql, third: Sql) => Sql): OperationSql =>
  ([first = sql`null`, second = sql`null`, third = sql`null`]) =>
    of(first, second, third);

export const nullOf: Readonly<Record<FormulaType, Sql>> = {
  number: sql`null::numeric`,
  text: sql`null::text`,
  date: sql`null::date`,
  datetime: sql`null::timestamp`,
  boolean: sql`null::boolean`,
};

/** The value if it is strictly between the bounds; null otherwise. `least` and `greatest` ignore nulls. */
export const between = (value: Sql, low: Sql, high: Sql): Sql =>
  sql`nullif(greatest(nullif(least(${value}, ${high}), ${high}), ${low}), ${low})`;

/** The value if its absolute value is below the limit. */
export const within = (value: Sql, limit: Sql): Sql => between(value, sql`-${limit}`, limit);

/** An empty text is null. */
export const filled = (text: Sql): Sql => sql`nullif(${text}, '')`;

/**
 * A truncated number as an integer, clamped to the range: null for null, and no number is too large for it. The ranges
 * below the second and from the last one on are the first and the last bucket.
 */
export const clampedSql = (value: Sql, least: number, most: number): Sql =>
  sql`(${least}::int + width_bucket(trunc(${value}), ${least + 1}::numeric, ${most}::numeric, ${most - least - 1}::int))`;
