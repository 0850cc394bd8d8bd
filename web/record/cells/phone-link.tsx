import { mobileOf, phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import type { Row } from '#web/record/row.ts';

/**
 * A call link with the number of a record: the mobile, with its country code if foreign, or else the telephone. A
 * masked mobile is only shown.
 */
export function PhoneLink({ record }: { readonly record: Row }) {
  const [number] = phoneNumbers(record);
  return number ? <a href={number.href}>{number.shown}</a> : mobileOf(record) || '--';
}
