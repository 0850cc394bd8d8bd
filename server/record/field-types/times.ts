import { plain } from '#server/record/field-types/plain.ts';
import type { ServerType } from '#server/record/field-types/server-type.ts';
import { dateOf } from '#shared/record/time.ts';

export const date: ServerType<string> = {
  ...plain,
  inSheet: { ...plain.inSheet, kind: 'date' },
  time: { read: (text) => dateOf(text)?.slice(0, 10) ?? null, asEnd: (value) => value },
  onPaper: { isDay: true },
};

export const datetime: ServerType<string> = {
  ...plain,
  inSheet: { ...plain.inSheet, kind: 'datetime' },
  time: { read: dateOf, asEnd: endOfDay },
  onPaper: { isDay: true },
};

/** As the end of a range of times, a day means its last second. */
function endOfDay(value: unknown): unknown {
  return typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) ? `${value} 23:59:59` : value;
}
