import { sql } from 'kysely';
import '#server/record/tables.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { isComputed } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import type { FieldPlan } from '#server/record/fields/field-plan.ts';
import { readFields } from '#server/record/fields/field-set.ts';

/**
 * Values are copied to fields of the same kind, each to a different one.
 * @throws AppError `field.relevant`, `field.relevant_taken`
 */
export async function checkRelevant(db: Database, type: RecordType, plans: readonly FieldPlan[]): Promise<void> {
  const named = plans.flatMap((plan) => (plan.relevant ? [{ ...plan, relevant: plan.relevant }] : []));
  if (named.length === 0) return;
  const fields = type.becomes === undefined ? null : await readFields(db, type.becomes.code);
  const taken = new Set<number>();
  for (const { name, relevant, formType } of named) {
    const target = fields?.byId.get(relevant);
    if (!target || target.formType !== formType || isComputed(target) || target.companionOf !== null)
      throw new AppError('field.relevant', { name });
    if (taken.has(relevant)) throw new AppError('field.relevant_taken', { name, target: target.name });
    taken.add(relevant);
  }
}

/** The mapping of `type`: ids of its fields, each with the target field of the other type. */
export async function relevantOf(db: Database, type: RecordType): Promise<Map<number, number>> {
  const { rows } = await sql<{ field_id: number; relevant: number }>`
    select field_id, relevant from record_field
    where type_code = ${type.code} and relevant is not null order by sorting, field_id`.execute(db);
  return new Map(rows.map((row) => [row.field_id, row.relevant]));
}
