import Big from 'big.js';

/**
 * Decimals as text, computed exactly and rounded half away from zero, as PostgreSQL rounds numerics. A JavaScript
 * number is refused, because it may not be the decimal that it looks like.
 */
const Exact = Big();
Exact.strict = true;
Exact.RM = Exact.roundHalfUp;
/** Decimals of money and percentages; a division rounds to them at once. */
const places = 2;
Exact.DP = places;

/** An amount with two decimals: `1234.50`, never `-0.00`. */
export const toCents = (value: string): string => plainCents(value) ?? text(exact(value));

/** Fast path: plain notation with at most two decimals needs no arithmetic; null otherwise. */
export function plainCents(written: unknown): string | null {
  if (typeof written !== 'string') return null;
  const [, whole, fraction = ''] = /^(0|[1-9]\d{0,11})(?:\.(\d{1,2}))?$/.exec(written) ?? [];
  return whole === undefined ? null : `${whole}.${fraction.padEnd(places, '0')}`;
}

export const sumOf = (values: readonly string[]): string =>
  text(values.reduce((sum, value) => sum.plus(exact(value)), exact('')));

/** The exact sum as plain text, with the decimals it has. */
export const plainSum = (values: readonly string[]): string =>
  unsignedZero(values.reduce((sum, value) => sum.plus(exact(value)), exact('')).toFixed());

/** Rounded once, after the exact product. */
export const productOf = (left: string, right: string): string => text(exact(left).times(exact(right)));

/** An amount reduced by a percentage. */
export const withoutPercent = (amount: string, percent: string): string =>
  text(
    exact(amount)
      .times(exact('100').minus(exact(percent)))
      .times('0.01'),
  );

/** The percentage by which `part` is below `whole`; 0 without a whole. Negative when `part` is more. */
export function percentOff(whole: string, part: string): string {
  const full = exact(whole);
  return full.eq('0') ? '0.00' : text(full.minus(exact(part)).times('100').div(full));
}

/** An amount in thousands (power 3), millions (6) and so on. */
export const inPowers = (value: string, power: number, decimals: number): string =>
  text(exact(value).times(`1e-${power}`), decimals);

/** -1, 0 or 1, when `left` is below, equal to or above `right`. */
export const compared = (left: string, right: string): number => exact(left).cmp(exact(right));

/** The exact decimal as plain text, with the decimals it has. */
export const plainProduct = (left: string, right: string): string => unsignedZero(exact(left).times(right).toFixed());

/** Fields without a value count as 0. */
const exact = (value: string): Big => new Exact(value === '' ? '0' : value);

const text = (value: Big, decimals = places): string => unsignedZero(value.toFixed(decimals));

const unsignedZero = (plain: string): string => (/[1-9]/.test(plain) ? plain : plain.replace('-', ''));
