import type Big from 'big.js';
import { limitedTo, operation, readingEmpty, ofMany } from '#shared/record/formula/functions/operation.ts';
import type { FormulaType, Value } from '#shared/record/formula/value.ts';

type Filled = Exclude<Value, null>;

/** Negative, 0 or positive, for two values of one type: texts by code point, as in the database. */
export function compared(left: Filled, right: Filled): number {
  if (typeof left === 'string') return byCodePoint(left, String(right));
  if (typeof left === 'boolean') return Number(left) - Number(right);
  return left.cmp(right as Big);
}

/** In UTF-16, characters outside the first plane are in the middle, so `<` on texts gives another order. */
function byCodePoint(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left[at] === right[at]) at += 1;
  if (at === most) return left.length - right.length;
  return plane(left, at) - plane(right, at) || left.charCodeAt(at) - right.charCodeAt(at);
}

/** 1 for a surrogate, which only characters outside the first plane have. */
const plane = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  return unit >= 0xd800 && unit <= 0xdfff ? 1 : 0;
};

const ordered: readonly FormulaType[] = ['number', 'text', 'date', 'datetime'];
const order = (holds: (difference: number) => boolean) =>
  limitedTo(
    ordered,
    operation(['same', 'same'], 'boolean', (left, right) => holds(compared(left, right))),
  );

export const comparisons = {
  '=': operation(['same', 'same'], 'boolean', (left, right) => compared(left, right) === 0),
  '<>': operation(['same', 'same'], 'boolean', (left, right) => compared(left, right) !== 0),
  '<': order((difference) => difference < 0),
  '<=': order((difference) => difference <= 0),
  '>': order((difference) => difference > 0),
  '>=': order((difference) => difference >= 0),
} as const;

/** Empty is neither true nor false: it does not matter when another value decides. */
const decided = (values: readonly (boolean | null)[], by: boolean): boolean | null => {
  if (values.includes(by)) return by;
  return values.includes(null) ? null : !by;
};

export const conditionFunctions = {
  IF: readingEmpty(['boolean', 'same', 'same'], 'same', (condition, then, otherwise) =>
    condition === true ? then : otherwise,
  ),
  AND: ofMany('boolean', 'boolean', (values) => decided(values, false)),
  OR: ofMany('boolean', 'boolean', (values) => decided(values, true)),
  NOT: operation(['boolean'], 'boolean', (condition) => !condition),
  ISBLANK: readingEmpty(['any'], 'boolean', (value) => value === null),
  COALESCE: ofMany('same', 'same', (values) => values.find((value) => value !== null) ?? null),
} as const;
