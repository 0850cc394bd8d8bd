import { sql, type RawBuilder } from 'kysely';
import type { Storage } from '#shared/record/field-type.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { dateOf } from '#shared/record/time.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { Column } from '#server/record/fields/columns.ts';
import { indexedText, isIndexedText } from '#server/record/field-indexes/compared.ts';
import type { Where } from '#server/record/query/where.ts';

export interface Sort {
  readonly column: Column;
  readonly descending: boolean;
}

/** Columns that are never null: compared as a pair with the id, which their indexes support. */
const alwaysSet = new Set(['update_time', 'create_time']);

/** Text sorts by pinyin, states in declared order. */
export function sortValue(column: Column): RawBuilder<unknown> {
  if (isIndexedText(column)) return indexedText(column.value);
  return column.storage === 'text' ? sql`${column.value} collate "zh-x-icu"` : ranked(column);
}

const ranked = ({ rank, value }: Column): RawBuilder<unknown> => rank ?? value;

/** Empty values come last either way; ties are broken by id, so pages never overlap. */
export const orderOf = (type: RecordType, sort: Sort): RawBuilder<unknown> =>
  inOrderOf(sort, sortValue(sort.column), sql`r.${sql.ref(type.idColumn)}`);

/** Whether filled values and empty ones are read one after the other, each from the end of the field's index. */
export const isReadInParts = ({ column, descending }: Sort): boolean => descending && column.field?.indexed === true;

/** Both parts of such an order, which has the empty values last: what a part holds, and in which order. */
export function partsOf(type: RecordType, { column }: Sort) {
  const value = sql`(${sortValue(column)})`;
  const order = sql`${value} desc, r.${sql.ref(type.idColumn)} desc`;
  return { filled: sql<boolean>`${value} is not null`, empty: sql<boolean>`${value} is null`, order };
}

/** The same order for rows with `sort_value` and `id`. */
export const hitsOrder = (sort: Sort): RawBuilder<unknown> => inOrderOf(sort, sql`sort_value`, sql`id`);

function inOrderOf({ column, descending }: Sort, value: RawBuilder<unknown>, id: RawBuilder<unknown>) {
  const direction = descending ? sql`desc` : sql`asc`;
  const nulls = descending && !alwaysSet.has(column.id) ? sql` nulls last` : sql``;
  return sql`${value} ${direction}${nulls}, ${id} ${direction}`;
}

/** The exact sort value of a row, as text. */
export const sortText = ({ column }: Sort): RawBuilder<unknown> => sql`(${ranked(column)})::text`;

/** The end of a page as a cursor: order, value and id of the last row. */
export const cursorOf = ({ column, descending }: Sort, value: string | null, id: number): string =>
  Buffer.from(JSON.stringify([column.id, descending, value, id])).toString('base64url');

/** Rows after a cursor of the same order. @throws AppError `input.cursor` */
export function behind(type: RecordType, { column, descending }: Sort, cursor: string): Where {
  const [value, id] = readCursor({ column, descending }, cursor);
  const rowId = sql`r.${sql.ref(type.idColumn)}`;
  const after = descending ? sql`<` : sql`>`;
  const last = typed(column, value);
  if (alwaysSet.has(column.id)) return sql`(${column.value}, ${rowId}) ${after} (${last}, ${id}::bigint)`;
  if (value === null) return sql`(${ranked(column)} is null and ${rowId} ${after} ${id}::bigint)`;
  const own = sql`(${sortValue(column)})`;
  return sql`(${own} ${after} ${last} or ${ranked(column)} is null or (${own} = ${last} and ${rowId} ${after} ${id}::bigint))`;
}

function typed(column: Column, value: string | null): RawBuilder<unknown> {
  const { storage } = column;
  if (isIndexedText(column)) return sql`(${indexedText(sql`${value}::text`)})`;
  if (storage === 'numeric') return sql`${value}::text::numeric`;
  if (storage === 'date') return sql`${value}::text::date`;
  return storage === 'timestamp' ? sql`${value}::text::timestamptz` : sql`${value}::text`;
}

function readCursor({ column, descending }: Sort, cursor: string): [value: string | null, id: number] {
  let parts: unknown = null;
  try {
    parts = JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    // not one of ours
  }
  const [of, direction, value, id] = Array.isArray(parts) ? (parts as unknown[]) : [];
  const isOurs = of === column.id && direction === descending && (value === null || typeof value === 'string');
  if (!isOurs || typeof id !== 'number' || !Number.isSafeInteger(id) || !isValueOf(column, value))
    throw new AppError('input.cursor');
  return [value, id];
}

const isValueOf = (column: Column, value: string | null): boolean =>
  value === null ? !alwaysSet.has(column.id) : (reads[column.storage]?.(value) ?? isText(value));

/** The database accepts no text with it. */
const isText = (value: string): boolean => !value.includes('\0');

/** The form in which the database writes and reads a value, by its storage; text by default. */
const reads: Partial<Record<Storage, (value: string) => boolean>> = {
  numeric: (value) => /^-?\d{1,60}(\.\d{1,60})?$/.test(value),
  date: (value) => /^\d{4}-\d{2}-\d{2}$/.test(value) && dateOf(value) !== null,
  timestamp: (value) => {
    const [, time] = /^([\d-]{10} [\d:.]{8,15})[+-](?:0\d|1[0-5])(?::[0-5]\d){0,2}$/.exec(value) ?? [];
    return time !== undefined && dateOf(time) !== null;
  },
};
