import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf } from '#server/record/fields/field-set.ts';
import type { RecordType } from '#shared/record/record-type.ts';

/** Whether the reader's roles show the values of a field, neither hidden nor masked. */
export async function isLegible(db: Database, actor: Actor, type: RecordType, fieldName: string): Promise<boolean> {
  const field = (await fieldsOf(db, actor, type)).byName.get(fieldName);
  return field !== undefined && !field.hidden && !field.masked;
}
