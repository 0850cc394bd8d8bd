import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Whether the values of one of a reader's fields are shown, neither hidden nor masked. */
export function isLegibleIn({ byName }: FieldSet, fieldName: string): boolean {
  const field = byName.get(fieldName);
  return field !== undefined && !field.hidden && !field.masked;
}

/** Whether the reader's roles show the values of a field, neither hidden nor masked. */
export const isLegible = async (db: Database, actor: Actor, type: RecordType, fieldName: string): Promise<boolean> =>
  isLegibleIn(await fieldsOf(db, actor, type), fieldName);
