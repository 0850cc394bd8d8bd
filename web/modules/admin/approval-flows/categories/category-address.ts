import { officeFormLabel } from '#shared/oa/approval-categories/category-calls.ts';

export const categoriesAddress = '/manager/system-workbench';
export const categoryFormAddress = '/manager/custom-field/handlefield/oa_examine';

/** The designer of a category's form, as older clients write it: its id and behind it the code of office forms. */
export const addressOfCategory = (categoryId: number): string =>
  `${categoryFormAddress}/${categoryId}${officeFormLabel}`;

/** The id in such an address; null where there is none. */
export function categoryIn(rest: string): number | null {
  const label = String(officeFormLabel);
  const digits = rest.slice(0, -label.length);
  return rest.endsWith(label) && /^[1-9]\d{0,8}$/.test(digits) ? Number(digits) : null;
}
