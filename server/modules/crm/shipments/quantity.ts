import { compared, plainProduct, plainSum } from '#shared/record/money/exact-decimal.ts';

/** A quantity without zeros behind the point, as people read it. */
export function bare(num: string): string {
  if (!num.includes('.')) return num;
  let end = num.length;
  while (num[end - 1] === '0') end -= 1;
  return num.slice(0, num[end - 1] === '.' ? end - 1 : end);
}

export const together = (nums: readonly string[]): string => plainSum(nums);

/** What one quantity is beyond another. */
export const less = (num: string, other: string): string => plainSum([num, plainProduct(other, '-1')]);

/** A quantity above 0 with at most four places; null for anything else. */
export function quantityOf(text: string | undefined): string | null {
  const said = text?.trim() ?? '';
  return /^\d{1,10}(\.\d{1,4})?$/.test(said) && compared(said, '0') > 0 ? said : null;
}
