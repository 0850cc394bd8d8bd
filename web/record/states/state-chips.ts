import type { Chip } from '#web/record/cells/chip.ts';
import { stateIn } from '#web/record/states/record-states.ts';
import type { Row } from '#web/record/row.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { camelCase } from '#shared/record/field.ts';
import type { RecordType } from '#shared/record/record-type.ts';
import { declaredState, isStaged, stateColumns } from '#shared/record/states/state.ts';

/**
 * The states of a record shown as tags next to its name; for a closed one only that state. Stages have the colours of
 * their column's filter.
 */
export function stateChips(type: RecordType, record: Row, fields: readonly FilterField[] = []): readonly Chip[] {
  const chips: Chip[] = [];
  for (const column of stateColumns(type)) {
    const value = stateIn(column, record);
    if (isStaged(column)) {
      const name = String(record[camelCase(column.fieldName)] ?? '');
      const options = fields.find(({ fieldName }) => fieldName === column.fieldName)?.setting ?? [];
      const option = options.find((one) => typeof one === 'object' && one.value === value);
      const tone = (typeof option === 'object' ? option.colour : undefined) ?? 'primary';
      if (name !== '') chips.push({ label: 'state.named', params: { name }, tone });
      continue;
    }
    const state = declaredState(column, value);
    if (!state || state.isUsual) continue;
    const chip: Chip = { label: state.label, tone: state.colour };
    if (state.isClosed) return [chip];
    chips.push(chip);
  }
  return chips;
}
