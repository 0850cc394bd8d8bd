import { sql, type RawBuilder } from 'kysely';
import type { FormulaCall } from '#shared/record/formula/check.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';

export type Sql = RawBuilder<unknown>;

/**
 * An operation in SQL: of typed arguments, each of which is null where it is empty. Each stands in the result once, or
 * a formula of fifty levels would grow without bounds; and nothing in it can fail, as constants are computed even where
 * they are not needed.
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

/** The value where it lies between the ends, which it must not touch; null elsewhere. `least` and `greatest` pass over nulls. */
export const between = (value: Sql, low: Sql, high: Sql): Sql =>
  sql`nullif(greatest(nullif(least(${value}, ${high}), ${high}), ${low}), ${low})`;

/** The value where it is closer to 0 than the limit. */
export const within = (value: Sql, limit: Sql): Sql => between(value, sql`-${limit}`, limit);

/** A text of no characters is empty. */
export const filled = (text: Sql): Sql => sql`nullif(${text}, '')`;

/**
 * A number without its decimals as an integer, or the nearest end of the range: null for null, and no number is too
 * large for it. The ranges below the second and from the last one on are the first and the last bucket.
 */
export const clampedSql = (value: Sql, least: number, most: number): Sql =>
  sql`(${least}::int + width_bucket(trunc(${value}), ${least + 1}::numeric, ${most}::numeric, ${most - least - 1}::int))`;
