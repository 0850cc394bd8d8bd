import { leastOf, seenAtMost, visibilityOf, type Visibility } from '#server/record/fields/visibility.ts';
import { fieldTypeOf } from '#shared/record/field-types.ts';
import { textOf, type Field } from '#shared/record/field.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import type { Values } from '#server/record/registry.ts';
import type { LineAmounts } from '#shared/record/record-type.ts';

type Names = Readonly<Record<string, string>>;

/** What is seen of these fields together, by their names. */
const seenOf = (fields: readonly Field[], names: readonly string[]): Visibility =>
  leastOf(fields.filter(({ fieldName }) => names.includes(fieldName)).map(visibilityOf));

const seenAtMostOf = (fields: readonly Field[], names: readonly string[], most: Visibility): readonly Field[] =>
  fields.map((field) => (names.includes(field.fieldName) ? seenAtMost(field, most) : field));

/** The money of a line shows the prices and the number that it is made from; a discount tells one price by the other. */
export function hidingLineMoney({ line }: LineAmounts, fields: readonly Field[]): readonly Field[] {
  const { price, salesPrice, num, discount, subtotal } = line;
  const discounts = seenAtMostOf(fields, [discount], seenOf(fields, [price, salesPrice]));
  return seenAtMostOf(discounts, [subtotal], seenOf(fields, [price, salesPrice, num]));
}

/** The money of a document shows that of its lines; its amount is the total, and its rates tell the sum by it. */
export function hidingTotals(
  { line, head, amount }: LineAmounts,
  fields: readonly Field[],
  lineFields: readonly Field[],
): readonly Field[] {
  const { totalPrice, ...rates } = head;
  const totals = seenAtMostOf(fields, [totalPrice], seenOf(lineFields, [line.subtotal]));
  const told = [...Object.values(rates satisfies Names), ...(amount === undefined ? [] : [amount])];
  return seenAtMostOf(totals, told, seenOf(totals, [totalPrice]));
}

/**
 * Figures that the actor does not see are held within what their fields take. A refusal would say what they are made from:
 * who may try numbers of pieces finds out the price at which there are too many.
 */
export function heldUnseen(fields: readonly Field[], figures: Names, values: Values): Values {
  const names = Object.values(figures);
  const held = { ...values };
  for (const field of fields) {
    const { fieldName, hidden } = field;
    const figure = textOf(values[fieldName]) ?? '';
    if (!hidden || figure === '' || !names.includes(fieldName)) continue;
    const { least, most } = fieldTypeOf(field.formType).bounds?.(field) ?? { least: figure, most: figure };
    if (compared(figure, least) < 0) held[fieldName] = least;
    else if (compared(figure, most) > 0) held[fieldName] = most;
  }
  return held;
}
