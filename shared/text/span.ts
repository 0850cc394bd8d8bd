import { addDays, daysOf, isPeriod, type Days, type Period } from '#shared/text/period.ts';

/** Days relative to today, so that a saved view says 本周 and not the dates of one week. */
export const spans = [
  'today',
  'tomorrow',
  'yesterday',
  'week',
  'nextWeek',
  'lastWeek',
  'month',
  'nextMonth',
  'lastMonth',
  'quarter',
  'nextQuarter',
  'lastQuarter',
  'year',
  'lastYear',
  'last7',
  'last30',
  'next7',
  'next30',
  'past',
  'future',
] as const;
export type Span = (typeof spans)[number];
export const isSpan = (value: unknown): value is Span => spans.includes(value as Span);

/**
 * The first day as `yyyy-MM-dd`, and the first after the last; null for no end. Today is in the 7 and 30 days.
 * @internal
 */
export function daysOfSpan(span: Span, today: string): { readonly from: string | null; readonly to: string | null } {
  if (isPeriod(span)) return daysOf(span, today);
  const after = (period: Period): Days => daysOf(period, daysOf(period, today).to);
  const until = addDays(today, 1);
  switch (span) {
    case 'tomorrow':
      return { from: until, to: addDays(today, 2) };
    case 'nextWeek':
      return after('week');
    case 'nextMonth':
      return after('month');
    case 'nextQuarter':
      return after('quarter');
    case 'last7':
      return { from: addDays(today, -6), to: until };
    case 'last30':
      return { from: addDays(today, -29), to: until };
    case 'next7':
      return { from: today, to: addDays(today, 7) };
    case 'next30':
      return { from: today, to: addDays(today, 30) };
    case 'past':
      return { from: null, to: today };
    case 'future':
      return { from: until, to: null };
  }
}
