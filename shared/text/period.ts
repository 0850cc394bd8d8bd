/** Periods that figures are asked for (R21.2). */
export const periods = [
  'today',
  'yesterday',
  'week',
  'lastWeek',
  'month',
  'lastMonth',
  'quarter',
  'lastQuarter',
  'year',
  'lastYear',
] as const;
export type Period = (typeof periods)[number];
export const isPeriod = (value: unknown): value is Period => periods.includes(value as Period);

/** Days as `yyyy-MM-dd`: the first of a period, and the first after it. */
export interface Days {
  readonly from: string;
  readonly to: string;
}

const dayOf = (date: Date): string => date.toISOString().slice(0, 10);
const at = (year: number, month: number, day: number): Date => new Date(Date.UTC(year, month, day));
export const addDays = (day: string, count: number): string =>
  dayOf(new Date(Date.parse(`${day}T00:00:00Z`) + count * 86_400_000));

/** The days of a period relative to `today`; weeks start on Monday (R21.2). */
export function daysOf(period: Period, today: string): Days {
  const [year = 0, month = 1] = today.split('-').map(Number);
  const quarter = Math.floor((month - 1) / 3) * 3;
  const weekday = (new Date(`${today}T00:00:00Z`).getUTCDay() + 6) % 7;
  const monday = addDays(today, -weekday);
  const months = (first: number, count: number): Days => ({
    from: dayOf(at(year, first, 1)),
    to: dayOf(at(year, first + count, 1)),
  });
  switch (period) {
    case 'today':
      return { from: today, to: addDays(today, 1) };
    case 'yesterday':
      return { from: addDays(today, -1), to: today };
    case 'week':
      return { from: monday, to: addDays(monday, 7) };
    case 'lastWeek':
      return { from: addDays(monday, -7), to: monday };
    case 'month':
      return months(month - 1, 1);
    case 'lastMonth':
      return months(month - 2, 1);
    case 'quarter':
      return months(quarter, 3);
    case 'lastQuarter':
      return months(quarter - 3, 3);
    case 'year':
      return months(0, 12);
    case 'lastYear':
      return months(-12, 12);
  }
}

/** The distance of a period from the next of its kind. */
export type Step = { readonly days: number } | { readonly months: number };

const steps: Readonly<Record<Period, Step>> = {
  today: { days: 1 },
  yesterday: { days: 1 },
  week: { days: 7 },
  lastWeek: { days: 7 },
  month: { months: 1 },
  lastMonth: { months: 1 },
  quarter: { months: 3 },
  lastQuarter: { months: 3 },
  year: { months: 12 },
  lastYear: { months: 12 },
};
export const stepOf = (period: Period): Step => steps[period];

/** For chosen days: their number. */
export const stepOver = ({ from, to }: Days): Step => ({
  days: (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000,
});

/** A day or a time one step earlier; if that month is too short, its last day. */
function earlier(moment: string, step: Step): string {
  const [date, time] = [moment.slice(0, 10), moment.slice(10)];
  if ('days' in step) return addDays(date, -step.days) + time;
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const last = at(year, month - step.months, 0).getUTCDate();
  return dayOf(at(year, month - 1 - step.months, Math.min(day, last))) + time;
}

/** Times, `yyyy-MM-dd` or `yyyy-MM-dd HH:mm:ss`: the first of an interval, and the first after it. */
export interface Stretch {
  readonly from: string;
  readonly until: string;
}

/** The elapsed part of a period. */
export const goneBy = ({ from, to }: Days, now: string): Stretch => ({
  from,
  until: now < from ? from : now < to ? now : to,
});

/** What a period's figures are compared with: the same elapsed part of the previous one. */
export function sameBefore(days: Days, step: Step, now: string): Stretch {
  const { from, until } = goneBy(days, now);
  return { from: earlier(from, step), until: earlier(until, step) };
}
