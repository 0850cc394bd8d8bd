import type { Language } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { stateColumn } from '#shared/record/states/state.ts';
import { lockedAmong } from '#shared/record/states/state-locks.ts';
import { AppError } from '#shared/wire/error-codes.ts';
import { defaultLabel, labelOf, type FieldSet } from '#server/record/fields/field-set.ts';
import type { RuleProblem } from '#server/record/registry.ts';

export { lockedAmong };

/** A stored row with the states of the record before the change. */
type States = Readonly<Record<string, unknown>>;

/**
 * The problems of a change because of the record's states, by field; `changed` names fields, and `lines` for the lines.
 */
export function lockedProblems(
  type: RecordType,
  fields: Pick<FieldSet, 'byName'>,
  row: States,
  changed: readonly string[],
  language: Language,
): RuleProblem[] {
  return lockedAmong(type, row, changed).map(({ fieldName, state }): RuleProblem => {
    const field = fields.byName.get(fieldName);
    const called = stateColumn(type, fieldName)?.fieldName ?? fieldName;
    const params = {
      field: field ? labelOf(type, field, language) : defaultLabel(type, called, language),
      name: String(row[type.titleField] ?? ''),
      state: translate(language, state.label),
    };
    return { code: 'record.locked_field', params, fieldName };
  });
}

/**
 * @throws AppError `record.locked_field`, which names the first of the fields and the state that locks it
 * @internal
 */
export function refuseLocked(...asked: Parameters<typeof lockedProblems>): void {
  const [problem] = lockedProblems(...asked);
  if (problem) throw new AppError(problem.code, problem.params, { fieldName: problem.fieldName });
}
