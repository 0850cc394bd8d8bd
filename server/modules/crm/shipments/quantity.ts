import { compared, plainProduct, plainSum } from '#shared/record/money/exact-decimal.ts';

/** A quantity without zeros behind the point, as people read it. */
export const bare = (num: string): string => (num.includes('.') ? num.replace(/\.?0+$/, '') : num);

export const together = (nums: readonly string[]): string => plainSum(nums);

/** What one quantity is beyond another. */
export const less = (num: string, other: string): string => plainSum([num, plainProduct(other, '-1')]);

/** A quantity above 0 with at most four places; null for anything else. */
export function quantityOf(text: string | undefined): string | null {
  const said = text?.trim() ?? '';
  return /^\d{1,10}(\.\d{1,4})?$/.test(said) && compared(said, '0') > 0 ? said : null;
}
