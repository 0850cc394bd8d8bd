import { sql, type RawBuilder } from 'kysely';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { customKey } from '#server/record/fields/columns.ts';
import { labelOf } from '#server/record/fields/field-set.ts';
import { storedRows } from '#server/record/rows/read.ts';
import { namesOn, valueOf, type StoredRow } from '#server/record/rows/row.ts';
import { holdsUniques, namesOf } from '#server/record/write/unique.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** Combinations that a refusal names. */
const mostNamed = 5;

/** The combination of fields as the index compares it, of the alias `r`. */
export const combination = (fields: readonly Field[]): RawBuilder<string | null> =>
  sql`joined_value(array[${sql.join(fields.map(textOfField))}])`;

const textOfField = (field: Field): RawBuilder<string | null> =>
  field.fieldType === 1
    ? sql`(to_jsonb(r.${sql.ref(field.fieldName)}) #>> '{}')`
    : sql`(r.custom ->> ${customKey(field)}::text)`;

/** @throws AppError `unique_rule.duplicates` with the combinations that live records have in common */
export async function refuseDuplicates(
  db: Database,
  actor: Actor,
  type: RecordType,
  fields: readonly Field[],
): Promise<void> {
  const { rows: groups } = await sql<{ id: number; total: number }>`
    select min(id) as id, count(*) over () as total from (
      select unique_digest(${combination(fields)}) as digest, r.${sql.ref(type.idColumn)} as id
      from ${sql.table(type.table)} as r where ${holdsUniques(type)}) as each
    where digest is not null group by digest having count(*) > 1 order by 1 limit ${mostNamed}`.execute(db);
  const [first] = groups;
  if (!first) return;
  const directory = await directoryOf(db, actor.rights.version);
  const rows = await storedRows(
    db,
    type,
    groups.map(({ id }) => id),
  );
  const texts = rows.map((row) => combinationText(row, fields, directory));
  const names = namesOf(fields.map((field) => ({ name: labelOf(type, field, actor.language) })));
  throw new AppError('unique_rule.duplicates', { names, count: first.total, values: texts.join('; ') });
}

function combinationText(
  row: StoredRow,
  fields: readonly Field[],
  directory: Awaited<ReturnType<typeof directoryOf>>,
): string {
  const names = namesOn(row, fields, directory);
  const texts = fields.map((field) => {
    const value = valueOf(row, field);
    return value === null ? '' : fieldTypeOf(field.formType).toText(value, field, names).slice(0, 60);
  });
  return texts.join(' + ');
}
