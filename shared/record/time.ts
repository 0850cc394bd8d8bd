/** The Swedish format equals ours. */
const clockOf = (timeZone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'medium' });

/** The company's time zone; set at start, on the server from its settings and on the page from the server. */
let clock = clockOf('Asia/Shanghai');

export const companyTimeZone = (): string => clock.resolvedOptions().timeZone;

/** A name such as `Asia/Shanghai`. */
export function setCompanyTimeZone(timeZone: string): void {
  if (timeZone !== companyTimeZone()) clock = clockOf(timeZone);
}

const pad = (value: number, width = 2): string => String(value).padStart(width, '0');

function formatted(moment: Date): string {
  return (
    `${pad(moment.getUTCFullYear(), 4)}-${pad(moment.getUTCMonth() + 1)}-${pad(moment.getUTCDate())} ` +
    `${pad(moment.getUTCHours())}:${pad(moment.getUTCMinutes())}:${pad(moment.getUTCSeconds())}`
  );
}

/** A time in milliseconds as `yyyy-MM-dd HH:mm:ss` in the company's time zone. */
export const companyTime = (milliseconds: number): string => clock.format(milliseconds);

const pattern = /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T](\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d{1,9})?)?)?$/;

/**
 * Reads a date or a datetime as people and programs send it: text, 10 digits of seconds or 13 of milliseconds (R9.15).
 * Returns `yyyy-MM-dd HH:mm:ss`, or `null` for anything else.
 */
export function dateOf(input: unknown): string | null {
  const text = typeof input === 'number' ? String(input) : typeof input === 'string' ? input.trim() : '';
  if (text.length > 40) return null;
  if (/^\d{10}$/.test(text)) return companyTime(Number(text) * 1000);
  if (/^\d{13}$/.test(text)) return companyTime(Number(text));
  const match = pattern.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => (part === undefined ? 0 : Number(part)));
  if (year < 1900 || year > 2999) return null;
  const moment = new Date(Date.UTC(year, month - 1, day, hour, minute, second));
  const same =
    moment.getUTCMonth() === month - 1 && moment.getUTCDate() === day && hour < 24 && minute < 60 && second < 60;
  return same ? formatted(moment) : null;
}
