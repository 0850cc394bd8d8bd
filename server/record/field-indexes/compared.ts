import { sql, type RawBuilder } from 'kysely';
import type { Column } from '#server/record/fields/columns.ts';

/** Of a text an index holds so much: a longer one could not be saved. */
export const comparedCharacters = 500;

/** Text of a field with an index of its own: it is compared as the index holds it. */
export const isIndexedText = ({ storage, field }: Column): boolean => storage === 'text' && field?.indexed === true;

/** A text as the index of a field holds it: its beginning, in the order of pinyin. */
export const indexedText = (value: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql`left(${value}, ${sql.lit(comparedCharacters)}) collate "zh-x-icu"`;

/** The value for comparisons with what is shorter than that. */
export const compared = (column: Column): RawBuilder<unknown> =>
  isIndexedText(column) ? sql`(${indexedText(column.value)})` : column.value;
