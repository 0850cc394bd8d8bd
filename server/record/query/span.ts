import { sql, type RawBuilder } from 'kysely';
import type { Where } from '#server/record/query/where.ts';
import type { Storage } from '#shared/record/field-type.ts';
import type { Span } from '#shared/record/span.ts';

/** First day and the first after the last, as SQL about the day `d`; null for no end. */
const bounds: Readonly<Record<Span, readonly [from: string | null, to: string | null]>> = {
  today: ['d', 'd + 1'],
  tomorrow: ['d + 1', 'd + 2'],
  yesterday: ['d - 1', 'd'],
  week: step('week', 0),
  nextWeek: step('week', 1),
  lastWeek: step('week', -1),
  month: step('month', 0),
  nextMonth: step('month', 1),
  lastMonth: step('month', -1),
  quarter: step('quarter', 0),
  nextQuarter: step('quarter', 1),
  lastQuarter: step('quarter', -1),
  year: step('year', 0),
  lastYear: step('year', -1),
  last7: ['d - 6', 'd + 1'],
  last30: ['d - 29', 'd + 1'],
  next7: ['d', 'd + 7'],
  next30: ['d', 'd + 30'],
  past: [null, 'd'],
  future: ['d + 1', null],
};

function step(unit: 'week' | 'month' | 'quarter' | 'year', count: number): [string, string] {
  const length = unit === 'quarter' ? '3 months' : `1 ${unit}`;
  const at = (times: number) => `date_trunc('${unit}', d::timestamp) + ${times} * interval '${length}'`;
  return [at(count), at(count + 1)];
}

/** How a day is compared with what a column holds. */
const asStored: Partial<Record<Storage, (day: string) => string>> = {
  date: (day) => `(${day})::date`,
  timestamp: (day) => `(${day})::date::timestamptz`,
  text: (day) => `to_char((${day})::date, 'YYYY-MM-DD')`,
};

/** Whether a value is within a span of days; null for a storage that holds no days. Days are the company's. */
export function isWithin(
  value: RawBuilder<unknown>,
  storage: Storage,
  span: Span,
  today: RawBuilder<unknown> = sql`current_date`,
): Where | null {
  const stored = asStored[storage];
  if (!stored) return null;
  const end = (day: string): RawBuilder<unknown> => {
    const [before, ...after] = stored(day).split(/\bd\b/);
    return sql.join([sql.raw(before ?? ''), ...after.flatMap((part) => [today, sql.raw(part)])], sql``);
  };
  const [from, to] = bounds[span];
  const parts = [...(from ? [sql`${value} >= ${end(from)}`] : []), ...(to ? [sql`${value} < ${end(to)}`] : [])];
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}
