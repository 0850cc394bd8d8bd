import { describe } from 'vitest';
import type { TestType } from '#server/testing/company.ts';
import { isTurn } from '#server/testing/repetitions.ts';
import { everyCapabilityOf } from '#server/testing/suites/every-capability.ts';
import { everyFieldOf } from '#server/testing/suites/every-field.ts';
import { everyRelationOf } from '#server/testing/suites/every-relation.ts';
import { everyStateOf } from '#server/testing/suites/every-state.ts';
import { everySubmitOf } from '#server/testing/suites/every-submit.ts';
import { everyUndoOf } from '#server/testing/suites/every-undo.ts';
import { everyVerbOf } from '#server/testing/suites/every-verb.ts';
import { relationsIn } from '#shared/record/relations/child-relations.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumns } from '#shared/record/states/state.ts';

/**
 * All that holds for every record type; `types` are those that the product lacks, this one too when it does. Of these half
 * take their turn each day, since the product's own go the same ways every time.
 */
export function conforms(type: RecordType, types: readonly TestType[] = []): void {
  describe.runIf(types.length === 0 || isTurn(type.code, 2))(type.name, () => {
    everyCapabilityOf(type, types);
    everyFieldOf(type, types);
    everyVerbOf(type, types);
    everySubmitOf(type, types);
    everyUndoOf(type, types);
    if (relationsIn(type).length > 0) everyRelationOf(type, types);
    if (stateColumns(type).length > 0) everyStateOf(type, types);
  });
}
