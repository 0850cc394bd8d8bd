/** The label from a certain age on: `null` for the date. */
export interface Ago {
  readonly unit: 'now' | 'minutes' | 'hours' | 'day';
  readonly count: number;
}

/**
 * How long ago something was, for its label (R13.6): under 30 s just now, under an hour in minutes, under a day in
 * hours, under two days one day; older and future times have their date only. Clocks may differ by a minute. Times are
 * `yyyy-MM-dd HH:mm:ss` in one time zone.
 */
export function agoOf(time: string, now: string): Ago | null {
  const seconds = (moment(now) - moment(time)) / 1000;
  if (Number.isNaN(seconds) || seconds < -60 || seconds >= 2 * 86_400) return null;
  if (seconds < 30) return { unit: 'now', count: 0 };
  if (seconds < 3600) return { unit: 'minutes', count: Math.max(1, Math.floor(seconds / 60)) };
  if (seconds < 86_400) return { unit: 'hours', count: Math.floor(seconds / 3600) };
  return { unit: 'day', count: 1 };
}

const moment = (time: string): number => Date.parse(`${time.replace(' ', 'T')}Z`);
