import type Big from 'big.js';
import { dateFrom, daysAfter, daysBetween, monthsAfter, partsOf } from '#shared/record/formula/functions/calendar.ts';
import { numberOf, rounded, wholeWithin } from '#shared/record/formula/functions/exact.ts';
import { operation, type Unit } from '#shared/record/formula/functions/operation.ts';

/** Maximum distance of moving a date; further would leave the supported years in any case. */
export const farthest = { day: 1_000_000, month: 20_000, year: 2_000 } as const satisfies Record<Unit, number>;

function moved(time: string, count: Big, unit: Unit): string | null {
  const whole = wholeWithin(count, farthest[unit]);
  if (whole === null) return null;
  return unit === 'day' ? daysAfter(time, whole) : monthsAfter(time, unit === 'year' ? whole * 12 : whole);
}

/** Month 13 is January of the next year, day 0 the last of the previous month, as in spreadsheets. */
function dated(year: Big, month: Big, day: Big): string | null {
  const [years, months] = [rounded(year, 0, 'down'), rounded(month, 0, 'down')];
  const sinceStart = wholeWithin(years.minus(2000).times(12).plus(months).minus(1), farthest.month);
  const days = wholeWithin(rounded(day, 0, 'down').minus(1), farthest.day);
  return sinceStart === null || days === null ? null : dateFrom(sinceStart, days);
}

export const dateFunctions = {
  DATE: operation(['number', 'number', 'number'], 'date', dated),
  DATEADD: operation(['time', 'number', 'unit'], 'time', moved),
  DAYS: operation(['time', 'time'], 'number', (to, from) => numberOf(daysBetween(from, to))),
  YEAR: operation(['time'], 'number', (time) => numberOf(partsOf(time).year)),
  MONTH: operation(['time'], 'number', (time) => numberOf(partsOf(time).month)),
  DAY: operation(['time'], 'number', (time) => numberOf(partsOf(time).day)),
} as const;
