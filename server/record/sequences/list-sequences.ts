import type { Actor } from '#server/platform/access/actor.ts';
import type { Database } from '#server/platform/database/tables.ts';
import { fieldsOf, labelOf } from '#server/record/fields/field-set.ts';
import { recordModules } from '#server/record/registry.ts';
import { sequenceState } from '#server/record/sequences/set-sequence.ts';
import { numbersRecords } from '#shared/record/field-types.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { ListedSequence } from '#shared/record/sequence/sequence-calls.ts';

/** The fields of all types that can number records, in the order of the types. */
export async function listSequences(db: Database, actor: Actor): Promise<ListedSequence[]> {
  const listed: ListedSequence[] = [];
  for (const { type } of recordModules()) {
    const { all } = await fieldsOf(db, actor, type);
    const relations = all
      .filter(({ relation }) => relation !== undefined)
      .map((field) => ({ fieldName: field.fieldName, name: labelOf(type, field, actor.language) }));
    for (const field of all.filter(numbersRecords))
      listed.push({
        ...(await sequenceState(db, actor, { fieldId: field.fieldId })),
        label: type.code,
        typeName: translate(actor.language, type.name),
        name: labelOf(type, field, actor.language),
        relations,
      });
  }
  return listed;
}
