/** A duty lasts from 08:00 to 08:00 of the next day, by the clock on the wall of the company. */
const firstMinute = 8 * 60;
const dayMinutes = 24 * 60;
const dayLength = dayMinutes * 60_000;
/** Entries of a week, Monday first. */
export const weekDays = 7;

const pad = (value: number): string => String(value).padStart(2, '0');

/** `YYYY-MM-DD` some days later. Counted in days of the calendar: none is longer than another, whatever clocks do. */
export const daysAfter = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayLength).toISOString().slice(0, 10);

const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / dayLength);

/** 0 is Monday. */
const weekdayOf = (day: string): number => (new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % weekDays;

export const mondayOf = (day: string): string => daysAfter(day, -weekdayOf(day));

/** Where a moment lies: the day whose duty it is part of, and how many minutes after 08:00. */
export interface DutyMoment {
  readonly day: string;
  readonly minute: number;
}

/**
 * The duty of a moment, `YYYY-MM-DD HH:mm:ss` of the company. Read off the clock: eight hours of time before the moment
 * would be another day in the nights in which clocks change.
 */
export function dutyMoment(time: string): DutyMoment {
  const minute = Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16)) - firstMinute;
  const day = time.slice(0, 10);
  return minute >= 0 ? { day, minute } : { day: daysAfter(day, -1), minute: minute + dayMinutes };
}

/** Part of a duty, in minutes after 08:00. */
export interface DutySlot {
  readonly from: number;
  readonly to: number;
}

/** A duty in equal parts of whole minutes; what does not divide belongs to the last one. */
export function slotsOf(count: number): DutySlot[] {
  const length = Math.floor(dayMinutes / count);
  return Array.from({ length: count }, (_, index) => ({
    from: index * length,
    to: index === count - 1 ? dayMinutes : (index + 1) * length,
  }));
}

/** `HH:mm` of a minute after 08:00; midnight is 24:00 where a slot ends with it. */
export function slotClock({ from, to }: DutySlot): string {
  const clock = (minute: number) => `${pad(Math.floor(minute / 60))}:${pad(minute % 60)}`;
  const end = firstMinute + to;
  return `${clock((firstMinute + from) % dayMinutes)}–${clock(end > dayMinutes ? end - dayMinutes : end)}`;
}

/** `YYYY-MM-DD HH:mm` of a minute of a duty. */
export function timeOf({ day, minute }: DutyMoment): string {
  const at = firstMinute + minute;
  const clock = `${pad(Math.floor((at % dayMinutes) / 60))}:${pad(at % 60)}`;
  return `${daysAfter(day, Math.floor(at / dayMinutes))} ${clock}`;
}

/** Which week of the plan a day is in, when `weeks` of them alternate from a Monday on, and before it. */
export function weekOf(day: string, startDate: string, weeks: number): number {
  const passed = Math.floor(daysBetween(startDate, day) / weekDays);
  return ((passed % weeks) + weeks) % weeks;
}

/** The entry of a plan of whole weeks that a day has. */
export const entryOf = (day: string, startDate: string, entries: number): number =>
  weekOf(day, startDate, entries / weekDays) * weekDays + weekdayOf(day);

/** Whether a rule for taking turns is needed: somewhere several are on duty at once. */
export const takesTurns = (days: readonly { readonly advisers: number; readonly isSplit: boolean }[]): boolean =>
  days.some(({ advisers, isSplit }) => advisers > 1 && !isSplit);
