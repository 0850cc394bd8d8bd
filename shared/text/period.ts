/** Periods that figures are asked for (reference crm §12). */
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

/** The days of a period seen from `today`; weeks begin on Monday (reference crm §13.1). */
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

/** As many days right before: what a figure is compared with. */
export function daysBefore({ from, to }: Days): Days {
  const length = (Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / 86_400_000;
  return { from: addDays(from, -length), to: from };
}
