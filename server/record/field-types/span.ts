import { sql, type RawBuilder } from 'kysely';
import type { Where } from '#server/record/query/where.ts';
import type { Storage } from '#shared/record/field-type.ts';
import type { Span } from '#shared/text/span.ts';

type Day = RawBuilder<unknown>;
/** First day and the first after the last, by the day of today; null for no end. */
type Bounds = (today: Day) => readonly [from: Day | null, to: Day | null];

const later = (today: Day, days: number): Day => sql`(${today} + ${days}::int)`;
const between =
  (from: number, to: number): Bounds =>
  (today) => [later(today, from), later(today, to)];

/** The week, month, quarter or year of today, or as many of them later. */
const round =
  (unit: 'week' | 'month' | 'quarter' | 'year', count: number): Bounds =>
  (today) => {
    const months = { week: 0, month: 1, quarter: 3, year: 12 }[unit];
    const days = unit === 'week' ? 7 : 0;
    const at = (times: number) => sql`(date_trunc(${unit}::text, ${today}::timestamp)
      + make_interval(months => ${months * times}::int, days => ${days * times}::int))`;
    return [at(count), at(count + 1)];
  };

const bounds: Readonly<Record<Span, Bounds>> = {
  today: between(0, 1),
  tomorrow: between(1, 2),
  yesterday: between(-1, 0),
  week: round('week', 0),
  nextWeek: round('week', 1),
  lastWeek: round('week', -1),
  month: round('month', 0),
  nextMonth: round('month', 1),
  lastMonth: round('month', -1),
  quarter: round('quarter', 0),
  nextQuarter: round('quarter', 1),
  lastQuarter: round('quarter', -1),
  year: round('year', 0),
  lastYear: round('year', -1),
  last7: between(-6, 1),
  last30: between(-29, 1),
  next7: between(0, 7),
  next30: between(0, 30),
  past: (today) => [null, today],
  future: (today) => [later(today, 1), null],
};

/** How a day is compared with what a column holds. */
const asStored: Partial<Record<Storage, (day: Day) => Day>> = {
  date: (day) => sql`${day}::date`,
  timestamp: (day) => sql`${day}::date::timestamptz`,
  text: (day) => sql`to_char(${day}::date, 'YYYY-MM-DD')`,
};

/** Whether a value is within a span of days; null for a storage that holds no days. Days are the company's. */
export function isWithin(
  value: RawBuilder<unknown>,
  storage: Storage,
  span: Span,
  today: Day = sql`current_date`,
): Where | null {
  const stored = asStored[storage];
  if (!stored) return null;
  const [from, to] = bounds[span](today);
  const parts = [...(from ? [sql`${value} >= ${stored(from)}`] : []), ...(to ? [sql`${value} < ${stored(to)}`] : [])];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
