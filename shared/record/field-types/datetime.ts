import type { FieldType } from '#shared/record/field-type.ts';
import { date, describedTime } from '#shared/record/field-types/date.ts';
import { dateOf } from '#shared/record/time.ts';
import { isBlank, parsed, problem } from '#shared/record/field.ts';
import { writtenMoment } from '#shared/record/repairs/written-moment.ts';

/** A time in the company's time zone, `yyyy-MM-dd HH:mm:ss` (R9.15). */
export const datetime: FieldType<string> = {
  ...date,
  storage: 'timestamp',
  parse: (input, field) => {
    if (isBlank(input)) return parsed<string>(null);
    const value = dateOf(input);
    return value === null ? problem('field.date', field) : parsed(value);
  },
  repair: (text) => writtenMoment(text),
  described: () => describedTime('^\\d{4}-\\d{2}-\\d{2} \\d{2}:\\d{2}:\\d{2}$', '2026-05-31 09:30:00'),
};
