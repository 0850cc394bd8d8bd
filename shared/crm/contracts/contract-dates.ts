import { companyTime } from '#shared/record/time.ts';

/** Days that a contract runs unless something else is agreed. */
const usualDays = 30;

const dayMilliseconds = 86_400_000;

/** A day so many days later, `yyyy-MM-dd`; the same one at the end of the calendar, whose years have four digits. */
function dayAfter(day: string, days: number): string {
  const later = new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMilliseconds).toISOString();
  return later.startsWith('+') ? day : later.slice(0, 10);
}

export const usualEnd = (start: string): string => dayAfter(start, usualDays);

/** When a contract that is written now begins and ends: today, as the company's clock has it, and the usual time later. */
export function usualDates(now: number): { readonly start: string; readonly end: string } {
  const start = companyTime(now).slice(0, 10);
  return { start, end: usualEnd(start) };
}

/** A contract that follows another: it begins on the day after, and runs as long. */
export function followingDates(start: string, end: string): { readonly start: string; readonly end: string } {
  const length = (Date.parse(`${end}T00:00:00Z`) - Date.parse(`${start}T00:00:00Z`)) / dayMilliseconds;
  const next = dayAfter(end, 1);
  return { start: next, end: dayAfter(next, length) };
}
