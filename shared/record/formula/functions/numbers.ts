import type Big from 'big.js';
import {
  clamped,
  floorOf,
  numberOf,
  productOf,
  quotientOf,
  remainderOf,
  rounded,
  type Rounding,
} from '#shared/record/formula/functions/exact.ts';
import { isFilled, limitedTo, ofMany, operation } from '#shared/record/formula/functions/operation.ts';
import { compared } from '#shared/record/formula/functions/comparisons.ts';
import type { FormulaType, Value } from '#shared/record/formula/value.ts';

/** Digits that rounding supports; values outside are clamped. */
export const roundingDigits = { least: -20, most: 10 } as const;

const roundedTo = (value: Big, digits: Big, rounding: Rounding): Big =>
  rounded(value, clamped(digits, roundingDigits.least, roundingDigits.most), rounding);

const measures: readonly FormulaType[] = ['number', 'date', 'datetime'];

/** The first (−1) or the last (1) by order; empty values are ignored. */
const extreme = (side: -1 | 1) =>
  ofMany('same', 'same', (values) =>
    values.reduce<Value>(
      (best, value) => (value !== null && (best === null || compared(value, best) * side > 0) ? value : best),
      null,
    ),
  );

export const numberFunctions = {
  ROUND: operation(['number', 'number'], 'number', (value, digits) => roundedTo(value, digits, 'halfUp')),
  ROUNDUP: operation(['number', 'number'], 'number', (value, digits) => roundedTo(value, digits, 'up')),
  ROUNDDOWN: operation(['number', 'number'], 'number', (value, digits) => roundedTo(value, digits, 'down')),
  ABS: operation(['number'], 'number', (value) => value.abs()),
  INT: operation(['number'], 'number', floorOf),
  MOD: operation(['number', 'number'], 'number', remainderOf),
  MIN: limitedTo(measures, extreme(-1)),
  MAX: limitedTo(measures, extreme(1)),
  SUM: ofMany('number', 'number', (values) => {
    const filled = values.filter(isFilled);
    return filled.length === 0 ? null : filled.reduce((sum, value) => sum.plus(value), numberOf(0));
  }),
} as const;

export const arithmetic = {
  '+': operation(['number', 'number'], 'number', (left, right) => left.plus(right)),
  '-': operation(['number', 'number'], 'number', (left, right) => left.minus(right)),
  '*': operation(['number', 'number'], 'number', productOf),
  '/': operation(['number', 'number'], 'number', quotientOf),
  negate: operation(['number'], 'number', (value) => value.times(-1)),
} as const;
