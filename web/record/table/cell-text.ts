import { chosenText } from '#web/record/cells/field-options.ts';
import { mobileOf } from '#web/record/cells/phone-numbers.ts';
import { pageTypeOf } from '#web/record/field-types/page-types.ts';
import type { Row } from '#web/record/row.ts';
import type { ListHead } from '#shared/record/calls/field-calls.ts';

/** What is copied of a cell: numbers as they are typed, options by their names. */
export function cellText(head: ListHead, row: Row): string {
  const { cell } = pageTypeOf(head);
  if (cell) return cell(row);
  return head.fieldName === 'mobile' ? mobileOf(row) : chosenText(head, row[head.fieldName]);
}
