import Big from 'big.js';

/**
 * Decimals as text, computed exactly and rounded half up: away from zero at .5, as PostgreSQL rounds numerics. A number
 * of JavaScript is refused, as it may not be the decimal that it looks like.
 */
const Exact = Big();
Exact.strict = true;
Exact.RM = Exact.roundHalfUp;
/** Decimals of money and percents; a division rounds to them at once. */
const places = 2;
Exact.DP = places;

/** An amount with its two decimals: `1234.50`, never `-0.00`. */
export const toCents = (value: string): string => text(exact(value));

export const sumOf = (values: readonly string[]): string =>
  text(values.reduce((sum, value) => sum.plus(exact(value)), exact('')));

/** Rounded once, after the exact product. */
export const productOf = (left: string, right: string): string => text(exact(left).times(exact(right)));

/** What is left of an amount when so many percent are taken off. */
export const withoutPercent = (amount: string, percent: string): string =>
  text(
    exact(amount)
      .times(exact('100').minus(exact(percent)))
      .times('0.01'),
  );

/** How many percent of `whole` are missing from `part`; 0 where there is no whole. Below 0 where `part` is more. */
export function percentOff(whole: string, part: string): string {
  const full = exact(whole);
  return full.eq('0') ? '0.00' : text(full.minus(exact(part)).times('100').div(full));
}

/** An amount in thousands (power 3), millions (6) and so on. */
export const inPowers = (value: string, power: number, decimals: number): string =>
  text(exact(value).times(`1e-${power}`), decimals);

/** -1, 0 or 1, as `left` is below, equal to or above `right`. */
export const compared = (left: string, right: string): number => exact(left).cmp(exact(right));

/** The exact decimal as plain text, with as many decimals as it has. */
export const plainProduct = (left: string, right: string): string => unsignedZero(exact(left).times(right).toFixed());

/** Fields without a value count as 0. */
const exact = (value: string): Big => new Exact(value === '' ? '0' : value);

const text = (value: Big, decimals = places): string => unsignedZero(value.toFixed(decimals));

const unsignedZero = (plain: string): string => (/[1-9]/.test(plain) ? plain : plain.replace('-', ''));
