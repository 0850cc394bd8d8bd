import type { Text } from '#web/lib/i18n/i18n.ts';
import { chosenText } from '#web/record/cells/field-options.ts';
import type { FilterField } from '#shared/record/calls/field-calls.ts';
import { isSpan } from '#shared/text/span.ts';
import type { Condition } from '#shared/record/calls/record-calls.ts';

/** The alternatives of a condition: one, or several of which one has to hold (R8.2: groups do not nest). */
export const partsOf = (condition: Condition): readonly Condition[] => condition.any ?? [condition];

/** The condition of these alternatives, of which there is at least one. */
export const asCondition = (parts: readonly Condition[]): Condition => {
  const [first = {}] = parts;
  return parts.length === 1 ? first : { any: [...parts] };
};

/** The value of a condition as people read it; a range with both ends. */
export function valueWords(
  text: Text,
  field: FilterField | undefined,
  { condition, name, value, start, end }: Condition,
): string {
  if (condition === 'period' && isSpan(value)) return text(`span.${value}`);
  if (condition === 'between') return `${String(start ?? '')} ~ ${String(end ?? '')}`;
  if (typeof name === 'string' && name !== '') return name;
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.map((one) => chosenText(field ?? { setting: [] }, one)).join(' / ');
}
