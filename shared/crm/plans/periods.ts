import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';

/** Shares of an amount add up to it exactly, the last one taking what rounding leaves. */
function amountsBy(total: string, shares: readonly string[]): string[] {
  const whole = centsOf(total);
  const weights = shares.map((share) => centsOf(share));
  const all = weights.reduce((sum, weight) => sum + weight, 0n);
  const amounts = weights.map((weight) => (whole * weight) / all);
  const given = amounts.slice(0, -1).reduce((sum, amount) => sum + amount, 0n);
  return [...amounts.slice(0, -1), whole - given].map(textOf);
}

const equalShares = (count: number): string[] => Array.from({ length: count }, () => '1.00');

/** Whether shares in per cent are all above 0 and come to the whole. */
export const areWhole = (shares: readonly string[]): boolean =>
  shares.every((share) => /^\d{1,3}(\.\d{1,2})?$/.test(share) && compared(share, '0') > 0) &&
  compared(sumOf(shares), '100') === 0;

/** A day so many months later: the last of a month that has fewer days. */
function monthsLater(day: string, months: number): string {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  const at = new Date(Date.UTC(year, month - 1 + months, Math.min(date, last.getUTCDate())));
  return at.toISOString().slice(0, 10);
}

interface Split {
  /** How many equal instalments, or their shares in per cent. */
  readonly count?: number | undefined;
  readonly shares?: readonly string[] | undefined;
  readonly firstDate: string;
  /** Months from one to the next. */
  readonly months: number;
}

export interface Instalment {
  readonly date: string;
  readonly money: string;
}

/** What is planned of an amount, and when each part is due. */
export const instalmentsOf = (total: string, { count = 1, shares, firstDate, months }: Split): Instalment[] =>
  amountsBy(total, shares ?? equalShares(count)).map((money, at) => ({
    date: monthsLater(firstDate, at * months),
    money,
  }));

/** Whether each instalment has an amount. */
export const areDue = (instalments: readonly Instalment[]): boolean =>
  instalments.every(({ money }) => compared(money, '0') > 0);

const centsOf = (amount: string): bigint => BigInt(sumOf([amount]).replace('.', ''));

function textOf(cents: bigint): string {
  const [sign, size] = cents < 0n ? ['-', -cents] : ['', cents];
  return `${sign}${size / 100n}.${String(size % 100n).padStart(2, '0')}`;
}
