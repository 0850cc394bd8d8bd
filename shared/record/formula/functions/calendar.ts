/** Formulas support no date before the first and from the second on; neither do fields. */
const firstYear = 1900;
const endYear = 3000;
const dayLength = 86_400_000; // milliseconds

const pad = (value: number, width: number): string => String(value).padStart(width, '0');

/** Supports years below 100, which `Date.UTC` moves to the 20th century. */
function dayOf(year: number, month: number, day: number): Date {
  const moment = new Date(0);
  moment.setUTCFullYear(year, month, day);
  return moment;
}

/** `yyyy-MM-dd`; empty outside the supported years. */
function written(moment: Date): string | null {
  const year = moment.getUTCFullYear();
  if (year < firstYear || year >= endYear) return null;
  return `${pad(year, 4)}-${pad(moment.getUTCMonth() + 1, 2)}-${pad(moment.getUTCDate(), 2)}`;
}

interface Parts {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}

/** Parts of a date or a datetime; the month counts from 1. */
export const partsOf = (time: string): Parts => ({
  year: Number(time.slice(0, 4)),
  month: Number(time.slice(5, 7)),
  day: Number(time.slice(8, 10)),
});

const start = (time: string): Date => {
  const { year, month, day } = partsOf(time);
  return dayOf(year, month - 1, day);
};

/** Days from one date to the next, ignoring the time of day. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((start(to).getTime() - start(from).getTime()) / dayLength);

/** Keeps the time of a datetime. */
export function daysAfter(time: string, days: number): string | null {
  const day = written(new Date(start(time).getTime() + days * dayLength));
  return day && day + time.slice(10);
}

/** The same day of a later month, or its last day if it is shorter. */
export function monthsAfter(time: string, months: number): string | null {
  const { year, month, day } = partsOf(time);
  const lastDay = dayOf(year, month + months, 0).getUTCDate();
  const result = written(dayOf(year, month - 1 + months, Math.min(day, lastDay)));
  return result && result + time.slice(10);
}

/** Months since January 2000, and days after the first. */
export const dateFrom = (months: number, days: number): string | null =>
  written(new Date(dayOf(2000, months, 1).getTime() + days * dayLength));
