import { sql, type RawBuilder } from 'kysely';
import { AppError } from '#shared/wire/error-codes.ts';

/** Rows that a table gives newest first, from a place on. */
export interface Part<Row> {
  readonly list: readonly Row[];
  /** The place after the last row; null at the end. */
  readonly next: string | null;
}

export interface Place {
  readonly cursor?: string | undefined;
  readonly limit: number;
}

interface Period {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Conditions of a period of days in the company's time zone. @throws AppError `audit.period` when it ends before it begins */
export function within({ startDate, endDate }: Period): RawBuilder<boolean>[] {
  if (startDate !== undefined && endDate !== undefined && endDate < startDate) throw new AppError('audit.period');
  return [
    ...(startDate === undefined ? [] : [sql<boolean>`created_at >= ${startDate}::date`]),
    ...(endDate === undefined ? [] : [sql<boolean>`created_at < ${endDate}::date + 1`]),
  ];
}

/** A place is a moment in microseconds and the id of a row: both, as many rows may be of one moment. */
const placeForm = /^(\d{1,17})\.(\d{1,17})$/;
/** The column that `partOf` needs of the query. */
export const placeOf = (id: string) =>
  sql<string>`(extract(epoch from created_at) * 1000000)::bigint || '.' || ${sql.ref(id)}`;

/** The condition of the rows after a place. @throws AppError `audit.cursor` */
export function after(cursor: string | undefined, id: string): RawBuilder<boolean>[] {
  if (cursor === undefined) return [];
  const [, moment, last] = placeForm.exec(cursor) ?? [];
  if (moment === undefined || last === undefined) throw new AppError('audit.cursor');
  return [
    sql<boolean>`(created_at, ${sql.ref(id)}) < (timestamptz 'epoch' + ${moment}::float8 * interval '1 microsecond', ${last}::bigint)`,
  ];
}

export const allOf = (conditions: readonly RawBuilder<boolean>[]): RawBuilder<unknown> =>
  conditions.length > 0 ? sql`where ${sql.join(conditions, sql` and `)}` : sql``;

/** What a query for one row more than asked has found. */
export function partOf<Row extends { readonly place: string }>(rows: readonly Row[], limit: number): Part<Row> {
  const list = rows.slice(0, limit);
  return { list, next: rows.length > limit ? (list.at(-1)?.place ?? null) : null };
}
