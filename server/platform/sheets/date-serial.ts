// Spreadsheets count days. In the usual system day 1 is 1900-01-01 and a non-existent 1900-02-29 is counted, so days
// before 61 are one off. In the 1904 system day 0 is 1904-01-01.
const unixDayOf1900 = -25_569;
const unixDayOf1904 = -24_107;
const fakeLeapDay = 60;
const lastDay = 2_958_465; // 9999-12-31
const secondsPerDay = 86_400;

export interface SerialDate {
  /** 'yyyy-MM-dd' */
  day: string;
  /** 'HH:mm:ss' */
  time: string;
}

/** The calendar date of a serial number, or undefined if it has none. */
export function dateOfSerial(serial: number, is1904: boolean): SerialDate | undefined {
  const total = Math.round(serial * secondsPerDay);
  const day = Math.floor(total / secondsPerDay);
  if (day < (is1904 ? 0 : 1) || day > lastDay) return undefined;
  const time = timeOfSeconds(total - day * secondsPerDay);
  if (is1904) return { day: civilDay(day + unixDayOf1904), time };
  return { day: civilDay(day + unixDayOf1900 + (day < fakeLeapDay ? 1 : 0)), time };
}

/** A part of a day, or a duration in days, as 'HH:mm:ss' (hours may pass 24). */
export function timeOfSerial(serial: number): string {
  return timeOfSeconds(Math.round(serial * secondsPerDay));
}

/**
 * The serial number (1900 system) of 'yyyy-MM-dd' or 'yyyy-MM-dd HH:mm:ss', or undefined for any
 * other text, for days that do not exist and for those before 1900-03-01.
 */
export function serialOfDate(text: string): number | undefined {
  const match = /^(\d{4})-(\d\d)-(\d\d)(?: (\d\d):(\d\d):(\d\d))?$/.exec(text);
  if (match === null) return undefined;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  const midnight = Date.UTC(year, month - 1, day);
  if (hour > 23 || minute > 59 || second > 59 || !text.startsWith(isoDay(midnight))) return undefined;
  const serial = midnight / 1000 / secondsPerDay - unixDayOf1900;
  if (serial <= fakeLeapDay) return undefined;
  return serial + (hour * 3600 + minute * 60 + second) / secondsPerDay;
}

function timeOfSeconds(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}:${two(seconds % 60)}`;
}

function civilDay(unixDay: number): string {
  return isoDay(unixDay * secondsPerDay * 1000);
}

function isoDay(milliseconds: number): string {
  const date = new Date(milliseconds);
  return `${String(date.getUTCFullYear()).padStart(4, '0')}-${two(date.getUTCMonth() + 1)}-${two(date.getUTCDate())}`;
}

function two(value: number): string {
  return value < 10 ? `0${value}` : String(value);
}
