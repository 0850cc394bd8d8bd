import Big from 'big.js';

/** Decimals of products and quotients; more than any field has. */
export const formulaDecimals = 10;

/** A separate constructor, because the settings belong to it. */
const Exact = Big();
Exact.DP = formulaDecimals;
Exact.RM = Exact.roundHalfUp;

export type Rounding = 'halfUp' | 'up' | 'down';
const modes = { halfUp: Exact.roundHalfUp, up: Exact.roundUp, down: Exact.roundDown } as const;
const zero = new Exact(0);

export const numberOf = (decimal: string | number): Big => new Exact(decimal);

/** `up` is away from 0, `down` towards it; halves go away from 0. Negative decimals round tens, hundreds and so on. */
export const rounded = (value: Big, decimals: number, rounding: Rounding = 'halfUp'): Big =>
  value.round(decimals, modes[rounding]);

export const productOf = (left: Big, right: Big): Big => rounded(left.times(right), formulaDecimals);

/** Empty for a division by 0. */
export const quotientOf = (left: Big, right: Big): Big | null => (right.eq(zero) ? null : left.div(right));

/** The largest integer not above it. */
export function floorOf(value: Big): Big {
  const whole = rounded(value, 0, 'down');
  return whole.gt(value) ? whole.minus(1) : whole;
}

/** The remainder of a division, with the sign of the divisor, as in spreadsheets. */
export function remainderOf(left: Big, right: Big): Big | null {
  if (right.eq(zero)) return null;
  const rest = left.mod(right);
  return rest.eq(zero) || rest.gt(zero) === right.gt(zero) ? rest : rest.plus(right);
}

/** The number truncated, or the nearest end of the range. */
export function clamped(value: Big, least: number, most: number): number {
  if (value.lt(least)) return least;
  return value.gt(most) ? most : Number(rounded(value, 0, 'down').toFixed());
}

/** The number truncated; null when its absolute value reaches the limit. */
export function wholeWithin(value: Big, limit: number): number | null {
  const whole = rounded(value, 0, 'down');
  return whole.abs().lt(limit) ? Number(whole.toFixed()) : null;
}

/** With the decimals it has, never with an exponent or as `-0`. */
export const plainText = (value: Big): string => value.toFixed();

/** With exactly this many decimals. */
export const fixedText = (value: Big, decimals: number): string => rounded(value, decimals).toFixed(decimals);
