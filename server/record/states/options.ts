import type { Database } from '#server/platform/database/tables.ts';
import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { StateOption } from '#shared/record/calls/field-calls.ts';
import { colourOf, declaredStates, isStaged, type StateColumn } from '#shared/record/states/state.ts';
import { stagesOf } from '#server/record/states/stages.ts';

/** The states of a column for lists and filters, in order; a stage includes its group. */
export async function stateOptions(db: Database, column: StateColumn, language: Language): Promise<StateOption[]> {
  if (!isStaged(column))
    return declaredStates(column).map(({ value, label, colour }) => ({
      name: translate(language, label),
      value,
      colour,
    }));
  const stages = await stagesOf(db, column.values);
  return stages.map(({ id, name, kind, group }) => ({ name, value: id, colour: colourOf(kind), group }));
}
