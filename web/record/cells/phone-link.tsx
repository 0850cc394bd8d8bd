import { phoneNumbers } from '#web/record/cells/phone-numbers.ts';
import type { Row } from '#web/record/row.ts';

/**
 * The number to reach a record by, which rings where the device can: the mobile, that of another country as one dials it
 * from here, or else the telephone.
 */
export function PhoneLink({ record }: { readonly record: Row }) {
  const [number] = phoneNumbers(record);
  return number ? <a href={number.href}>{number.shown}</a> : '--';
}
