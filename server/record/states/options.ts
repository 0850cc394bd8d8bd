import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { StateOption } from '#shared/record/calls/field-calls.ts';
import { colourOf, declaredStates, isStaged, type StateColumn } from '#shared/record/states/state.ts';
import { reasonsFor } from '#server/record/states/reasons.ts';
import { stagesOf } from '#server/record/states/stages.ts';

/** The states of a column for lists and filters, in order; a stage includes its group. */
export async function stateOptions(db: Database, column: StateColumn, language: Language): Promise<StateOption[]> {
  if (!isStaged(column))
    return Promise.all(
      declaredStates(column).map(async ({ value, label, colour }) => {
        const reasons = await reasonsFor(db, column, value);
        return { name: translate(language, label), value, colour, ...(reasons.length > 0 && { reasons }) };
      }),
    );
  const stages = await stagesOf(db, column.values);
  return stages.map(({ id, name, kind, group }) => ({ name, value: id, colour: colourOf(kind), group }));
}
