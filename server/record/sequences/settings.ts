import { sql } from 'kysely';
import { keptPlan } from '#server/platform/database/kept-plans.ts';
import '#server/record/sequences/tables.ts';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import type { LockMode } from '#server/record/registry.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import type { Field } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { readPattern, type Pattern, type Reset } from '#shared/record/sequence/pattern.ts';

/** How a field numbers its records. */
export interface Sequence {
  readonly field: Field;
  readonly written: string;
  readonly pattern: Pattern;
  readonly reset: Reset;
  /** As in `SequenceState`. */
  readonly per: string;
}

/**
 * Those of these fields that give numbers by now. When locked, nobody else gives or takes a number of them until the
 * transaction ends, so that what is found free stays so: taken before unique values.
 */
export async function readSequences(
  db: Database,
  fields: readonly Field[],
  mode: LockMode = 'read',
): Promise<Sequence[]> {
  const numbering = new Map(fields.filter(numbersRecords).map((field) => [field.fieldId, field]));
  if (numbering.size === 0) return [];
  const { rows } = await sql<{ field_id: number; pattern: string; reset: Reset; per: string }>`${keptPlan}
    select field_id, pattern, reset, per from record_sequence where field_id = any(${[...numbering.keys()]}::int[])
    order by field_id ${mode === 'lock' ? sql`for update` : sql``}`.execute(db);
  return rows.flatMap(({ field_id: fieldId, pattern: written, reset, per }) => {
    const field = numbering.get(fieldId);
    const read = readPattern(written);
    if (!read.ok) throw new Error(`the sequence of field ${fieldId} cannot be read: ${read.problem.code}`);
    return field ? [{ field, written, pattern: read.pattern, reset, per }] : [];
  });
}

/** Gives the fields of a declaration the sequences that it says, where the set-up has none yet. */
export async function seedSequences(db: Database, type: RecordType): Promise<void> {
  for (const { fieldName, sequence } of type.fields) {
    if (!sequence) continue;
    await sql`
      insert into record_sequence (field_id, pattern, reset, per)
      select field_id, ${sequence.pattern}, ${sequence.reset}, ${sequence.per ?? ''} from record_field
      where type_code = ${type.code} and field_name = ${fieldName} and field_type = 1
      on conflict (field_id) do nothing`.execute(db);
  }
}
