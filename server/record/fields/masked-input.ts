import { valueOf, maskedOnRow, namesOn, type StoredRow } from '#server/record/rows/row.ts';
import type { Directory } from '#server/platform/access/names.ts';
import type { MaskedValue } from '#server/record/fields/input.ts';
import type { RuleProblem } from '#server/record/registry.ts';
import { isBlank, textOf, type Field } from '#shared/record/field.ts';

/** No mask depends on them. */
const nobody: Directory = { user: () => undefined, dept: () => undefined, userIds: () => [], deptIds: () => [] };

/** Whether a value is the masked one shown in a row or form; for a new record that is nothing. */
function isSentBack({ field, raw }: MaskedValue, row: StoredRow | null): boolean {
  const shown = row === null ? [] : maskedOnRow(field, valueOf(row, field), namesOn(row, [field], nobody));
  const texts = row === null ? [''] : shown.map(([, text]) => text);
  const sent = isBlank(raw) ? '' : textOf(raw);
  return sent !== null && texts.includes(sent);
}

/** Masked fields cannot be written. Even the same value is refused: otherwise values could be found by trying. */
export const maskedProblems = (values: readonly MaskedValue[], row: StoredRow | null): RuleProblem[] =>
  values.filter((one) => !isSentBack(one, row)).map(({ field }) => readOnly(field));

const readOnly = ({ name, fieldName }: Field): RuleProblem => ({
  code: 'field.read_only',
  params: { name },
  fieldName,
});
