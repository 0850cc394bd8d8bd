import type { BeforeSubmit, SubmitDraft } from '#web/record/approval/form/submit-check.ts';
import type { FormValues } from '#web/record/form/form-values.ts';
import { textOf } from '#shared/record/field.ts';
import { toCents } from '#shared/record/money/exact-decimal.ts';

/** An amount as it is written, with two decimals; '' for what is none. */
export const decimal = (value: unknown): string => {
  const written = textOf(value) ?? '';
  return /^-?\d+(?:\.\d+)?$/.test(written) ? toCents(written) : '';
};

/** A line without a sales price of its own gets the list price. */
const isAtListPrice = (line: FormValues): boolean => {
  const salesPrice = decimal(line['sales_price']);
  return salesPrice === '' || salesPrice === decimal(line['price']);
};

/** As far as the form can tell: the server looks at the list prices again. */
const seemsFullPrice = ({ lines, values, preview }: SubmitDraft): boolean =>
  lines.length > 0 &&
  lines.every(isAtListPrice) &&
  ['', '0.00'].includes(decimal(preview?.discountRate ?? values['discount_rate']));

/** A contract at full price needs nobody, which is said before. */
export const askedOfFullPrice: BeforeSubmit = (draft) =>
  seemsFullPrice(draft) ? { questions: [{ message: 'contract.full_price' }], passesItself: true } : {};
