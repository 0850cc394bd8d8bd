import { numberOf } from '#web/record/number-of.ts';
import type { Row } from '#web/record/record-table.tsx';

/**
 * The number to reach a record by, which rings where the device can: the mobile, that of another country as one dials it
 * from here, or else the telephone.
 */
export function PhoneLink({ record }: { readonly record: Row }) {
  const number = numberOf(record) || String(record['telephone'] ?? '');
  return number === '' ? '--' : <a href={`tel:${number.replace(/[^\d+]/g, '')}`}>{number}</a>;
}
