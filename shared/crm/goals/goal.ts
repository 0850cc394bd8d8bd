import { readMoney } from '#shared/record/field-types/money.ts';
import { compared, sumOf } from '#shared/record/money/exact-decimal.ts';

/** The months of a goal, as the wire calls them. */
export const months = [
  'january',
  'february',
  'march',
  'april',
  'may',
  'june',
  'july',
  'august',
  'september',
  'october',
  'november',
  'december',
] as const;
export type Month = (typeof months)[number];

/** Whose goal it is. */
export const goalTypes = { dept: 2, user: 3 } as const;
export type GoalType = (typeof goalTypes)[keyof typeof goalTypes];

/** What it is measured by: contracts in force, or money received. */
export const goalStatuses = { contract: 1, receivable: 2 } as const;
export type GoalStatus = (typeof goalStatuses)[keyof typeof goalStatuses];

export const goalYears = { least: 1970, most: 2100 } as const;

/** What goals are asked for and changed by. */
export interface GoalSet {
  readonly type: GoalType;
  readonly year: number;
  readonly status: GoalStatus;
}

/** The twelve amounts of a goal, each with two decimals. */
export type Months = readonly string[];

/** A goal that nobody has set. */
export const noMonths: Months = months.map(() => '0.00');

/**
 * The goal of a month as it is written by people and in sheets, with two decimals: `￥1,234.5` is `1234.50`. Nothing and the dash of
 * accounting formats are 0; null for what is no amount, below 0, above 9,999,999,999.99, or has more than two decimals.
 */
export function readGoal(written: string): string | null {
  if (/^[¥￥]?\s*-?$/.test(written.trim())) return '0.00';
  const amount = readMoney(written);
  return amount !== null && compared(amount, '0') >= 0 ? amount : null;
}

/** A year is the sum of its months, a quarter that of its own. */
export const sumOfYear = (amounts: Months): string => sumOf(amounts);
export const sumOfQuarter = (amounts: Months, quarter: number): string =>
  sumOf(amounts.slice(quarter * 3, quarter * 3 + 3));
