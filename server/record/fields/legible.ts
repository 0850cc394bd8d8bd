import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** One of a reader's fields whose values are shown, neither hidden nor masked; undefined for any other. */
export function legibleIn({ byName }: FieldSet, fieldName: string): Field | undefined {
  const field = byName.get(fieldName);
  return field && !field.hidden && !field.masked ? field : undefined;
}

export const isLegibleIn = (fields: FieldSet, fieldName: string): boolean => legibleIn(fields, fieldName) !== undefined;

/** Whether the reader's roles show the values of a field, neither hidden nor masked. */
export const isLegible = async (db: Database, actor: Actor, type: RecordType, fieldName: string): Promise<boolean> =>
  isLegibleIn(await fieldsOf(db, actor, type), fieldName);
