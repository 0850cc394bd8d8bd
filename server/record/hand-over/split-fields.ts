import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { SplitField } from '#server/platform/hand-over/holding.ts';
import type { Scope } from '#server/record/access/scope.ts';
import { visible } from '#server/record/access/visible.ts';
import { fieldColumn, isGroupable } from '#server/record/fields/columns.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';

/** As many values as a page can show. */
const mostValues = 200;

/** The fields that split records: choices of one, and addresses by their province. */
async function splitters(db: Database, actor: Actor, type: RecordType) {
  const { shown } = await fieldsOf(db, actor, type);
  return shown.flatMap((field: Field) => {
    const column = fieldColumn(field);
    if (column.storage === 'address')
      return [{ field, value: sql`split_part(${column.value} ->> 'address', ',', 1)` as RawBuilder<unknown> }];
    return isGroupable(column) && column.storage === 'text' ? [{ field, value: column.value }] : [];
  });
}

/** Those whose values differ among the records, with these values. */
export async function splitFieldsOf(db: Database, actor: Actor, type: RecordType, scope: Scope): Promise<SplitField[]> {
  const fields: SplitField[] = [];
  for (const { field, value } of await splitters(db, actor, type)) {
    const { rows } = await sql<{ value: string; count: number }>`
      select coalesce(${value}, '') as value, count(*)::int as count from ${visible(type, scope)}
      group by 1 order by 2 desc, 1 limit ${mostValues}`.execute(db);
    const values = rows.flatMap(({ value: found, count }) =>
      found === '' ? [] : [{ value: found, label: field.optionNames?.get(found) ?? found, count }],
    );
    if (values.length > 0 && rows.length > 1) fields.push({ fieldName: field.fieldName, label: field.name, values });
  }
  return fields;
}

/**
 * The value by which a record `r` is split; null for a type without the field, unless it was chosen for this type.
 * @throws AppError `hand_over.field`
 */
export async function splitValue(
  db: Database,
  actor: Actor,
  type: RecordType,
  fieldName: string,
  isRequired: boolean,
): Promise<RawBuilder<unknown>> {
  const found = (await splitters(db, actor, type)).find(({ field }) => field.fieldName === fieldName);
  if (found) return found.value;
  if (isRequired) throw new AppError('hand_over.field', { name: fieldName });
  return sql`null::text`;
}
