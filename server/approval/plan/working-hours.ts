/** Working time of a company: five days from 9 to 18 o'clock, unless a day is named as an exception. */
export interface Calendar {
  /** By date, `YYYY-MM-DD`: whether one works that day. */
  readonly exceptions: ReadonlyMap<string, boolean>;
}

const hour = 3_600_000;
const day = 24 * hour;
const opens = 9 * hour;
const closes = 18 * hour;
/** A calendar of years without work must not be searched for ever. */
const mostDays = 3700;

/**
 * The moment so many working hours later. Moments are milliseconds of the company's own clock: local time written as if it
 * were UTC, so that a day has 24 hours here. Null when the calendar has no more working time.
 */
export function workingHoursLater(from: number, hours: number, { exceptions }: Calendar): number | null {
  let left = hours * hour;
  const first = Math.floor(from / day) * day;
  for (let at = 0; at < mostDays; at += 1) {
    const midnight = first + at * day;
    if (!isWorkingDay(midnight, exceptions)) continue;
    const begins = Math.max(from, midnight + opens);
    const free = midnight + closes - begins;
    if (free <= 0) continue;
    if (left <= free) return begins + left;
    left -= free;
  }
  return null;
}

function isWorkingDay(midnight: number, exceptions: Calendar['exceptions']): boolean {
  const date = new Date(midnight);
  const named = exceptions.get(date.toISOString().slice(0, 10));
  if (named !== undefined) return named;
  const weekday = date.getUTCDay();
  return weekday >= 1 && weekday <= 5;
}
