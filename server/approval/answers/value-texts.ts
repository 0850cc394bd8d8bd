import type { Actor } from '#server/platform/access/actor.ts';
import { directoryOf } from '#server/platform/access/names.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { namesFor } from '#server/record/rows/related.ts';
import { fieldText } from '#server/record/rows/row.ts';
import type { Field, FieldValue } from '#shared/record/field.ts';

interface Held {
  readonly field: Field;
  readonly value: FieldValue;
}

/** Values as the actor reads them: options and records by their names, masked fields by their masks. */
export async function valueTexts(
  db: Database,
  actor: Actor,
  held: readonly Held[],
): Promise<(field: Field, value: FieldValue) => string> {
  const names = await namesFor(db, await directoryOf(db, actor.rights.version), held);
  return (field, value) => (value === null || value === '' ? '' : fieldText(field, value, names));
}
