import { copiedLines } from '#web/record/children/initial-child.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { followingDates } from '#shared/crm/contracts/contract-dates.ts';
import { contractType } from '#shared/crm/contracts/contract-type.ts';
import type { FormField, FormLines } from '#shared/record/calls/field-calls.ts';
import { holdsFiles } from '#shared/record/field-types.ts';
import { heldType, textOf } from '#shared/record/field.ts';

/** What a contract has for itself: its number, its papers, and dates, which follow anew. */
const own = new Set(['num', 'scan', 'order_date', 'start_time', 'end_time', 'total_price', 'agreed_rate']);

/** The values of a contract as those of a new one; renewed, it begins when this one ends. */
export function asNew(fields: readonly FormField[], lines: FormLines, isRenewal: boolean): FormValues {
  const kept = fields.flatMap((field) => {
    const { fieldName, value, masked, computed } = field;
    const isOwn = own.has(fieldName) || masked === 1 || computed === 1 || holdsFiles({ formType: heldType(field) });
    return isOwn || value === '' || value === null ? [] : [[fieldName, value] as const];
  });
  const dateOf = (name: string): string => textOf(fields.find(({ fieldName }) => fieldName === name)?.value) ?? '';
  const [start, end] = [dateOf('start_time'), dateOf('end_time')];
  const dates = isRenewal && start !== '' && end !== '' ? followingDates(start, end) : null;
  return {
    ...Object.fromEntries(kept),
    ...(dates && { start_time: dates.start, end_time: dates.end }),
    ...copiedLines(contractType, lines),
  };
}
