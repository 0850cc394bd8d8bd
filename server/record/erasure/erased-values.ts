import { sql } from 'kysely';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import type { FieldSet } from '#server/record/fields/field-set.ts';
import { numberFieldsOf } from '#server/record/query/search.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/**
 * Fields of a type about persons that are emptied with a record, beside its title: all that is typed or attached. What is
 * chosen, such as a level or an owner, says nothing of a record without a name.
 */
const erasedFields = (type: RecordType, { all }: FieldSet): Field[] =>
  all.filter(
    ({ fieldName, formType, companionOf, formula, rollup }) =>
      fieldName !== type.titleField &&
      fieldTypeOf(formType).personal !== 'nothing' &&
      companionOf === null &&
      !formula &&
      !rollup,
  );

/** Those that hold numbers and mail addresses of one person alone. */
export function contactFields(type: RecordType, fields: FieldSet): Field[] {
  const numbers: readonly string[] = numberFieldsOf(type, fields);
  return erasedFields(type, fields).filter(
    ({ formType, fieldName }) => fieldTypeOf(formType).personal === 'contact' || numbers.includes(fieldName),
  );
}

/** Columns of the table that are emptied: fixed fields, and what the server keeps of the latest follow-up. */
export const erasedColumns = (type: RecordType, fields: FieldSet): string[] => [
  ...erasedFields(type, fields).flatMap(({ fieldType, fieldName }) => (fieldType === 1 ? [fieldName] : [])),
  ...type.systemColumns.flatMap(({ column, forReaders }) => (forReaders ? [column] : [])),
];

/** Keys of custom values that stay; those of fields that were deleted do not. */
export function keptKeys(type: RecordType, fields: FieldSet): string[] {
  const erased = new Set(erasedFields(type, fields));
  return fields.all.flatMap((field) => (field.fieldType === 0 && !erased.has(field) ? [customKey(field)] : []));
}

/** What a record says of a person, to be found in other places. */
export interface Words {
  readonly id: number;
  readonly title: string;
  /** Numbers and addresses of one person alone, of seven characters or more. */
  readonly words: readonly string[];
}

/** Shorter ones may be a part of anything. */
export const shortestWord = 7;

/** Titles, numbers and mail addresses of locked records. */
export async function wordsOf(
  db: Database,
  type: RecordType,
  fields: FieldSet,
  ids: readonly number[],
): Promise<Words[]> {
  const own = contactFields(type, fields);
  const values = own.map((field) =>
    field.fieldType === 1 ? sql`r.${sql.ref(field.fieldName)}` : sql`r.custom ->> ${customKey(field)}::text`,
  );
  const list = values.length === 0 ? sql`'{}'::text[]` : sql`array_remove(array[${sql.join(values)}]::text[], null)`;
  const { rows } = await sql<Words>`
    select r.${sql.ref(type.idColumn)} as id, r.${sql.ref(type.titleField)} as title, ${list} as words
    from ${sql.table(type.table)} as r where r.${sql.ref(type.idColumn)} = any(${[...ids]}::bigint[])`.execute(db);
  return rows.map((row) => ({ ...row, words: row.words.filter((word) => word.length >= shortestWord) }));
}
