/** A day as `YYYY-MM-DD`, the first of a month as its month. */
const written = (date: Date): string => date.toISOString().slice(0, 10);
const dayOf = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));

/** Monday is 0. */
export const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7;

/** Whether one works on it when nothing else is said. */
export const isUsualWorkday = (day: string): boolean => weekdayOf(day) < 5;

/** The days of a month, by the month and year of a day in it. */
export function daysOfMonth(month: string): string[] {
  const [year = 0, at = 1] = month.split('-').map(Number);
  const last = dayOf(year, at, 0).getUTCDate();
  return Array.from({ length: last }, (_, day) => written(dayOf(year, at - 1, day + 1)));
}

/** The month so many months later, as `YYYY-MM`. */
export function monthAfter(month: string, by: number): string {
  const [year = 0, at = 1] = month.split('-').map(Number);
  return written(dayOf(year, at - 1 + by, 1)).slice(0, 7);
}
