import type { PrintedValue } from '#server/record/printing/printed-value.ts';
import { compared } from '#shared/record/money/exact-decimal.ts';
import type { PrintCondition } from '#shared/record/printing/template.ts';

const isDecimal = (text: string): boolean => /^-?\d{1,20}(?:\.\d{1,10})?$/.test(text);

/** Figures by their size, everything else by its letters, which is the order of days too. */
function order(left: string, right: string): number {
  if (isDecimal(left) && isDecimal(right)) return compared(left, right);
  return left < right ? -1 : left > right ? 1 : 0;
}

type Met = (shown: PrintedValue, value: string) => boolean;

const rawOf = ({ value, text }: PrintedValue): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : text;

const byOrder =
  (fits: (order: number) => boolean): Met =>
  (shown, value) =>
    shown.value !== null && fits(order(rawOf(shown), value));

/** A value is compared as people read it, and figures and days as they are stored as well. */
const met: Readonly<Record<PrintCondition, Met>> = {
  isNull: ({ text }) => text === '',
  isNotNull: ({ text }) => text !== '',
  is: (shown, value) => shown.text === value || (shown.value !== null && order(rawOf(shown), value) === 0),
  isNot: (shown, value) => !met.is(shown, value),
  contains: ({ text }, value) => text.includes(value),
  gt: byOrder((by) => by > 0),
  egt: byOrder((by) => by >= 0),
  lt: byOrder((by) => by < 0),
  elt: byOrder((by) => by <= 0),
};

/** Whether a condition holds; a field that the reader does not see is one without a value. */
export const holds = (shown: PrintedValue | undefined, condition: PrintCondition, value: string): boolean =>
  shown ? met[condition](shown, value) : condition === 'isNull';
