import { sql } from 'kysely';
import { farthest } from '#shared/record/formula/functions/dates.ts';
import { isUnit, type Unit } from '#shared/record/formula/functions/operation.ts';
import type { FormulaType } from '#shared/record/formula/value.ts';
import { between, one, three, two, within, type OperationSql, type Sql } from '#server/record/formula/sql-parts.ts';

/** A truncated number as an integer; null beyond the limit. */
const whole = (value: Sql, limit: number): Sql => sql`${within(sql`trunc(${value})`, sql`${limit}::numeric`)}::int`;

const day = (date: Sql): Sql => between(date, sql`date '1899-12-31'`, sql`date '3000-01-01'`);
const moment = (time: Sql): Sql =>
  between(time, sql`timestamp '1899-12-31 23:59:59'`, sql`timestamp '3000-01-01 00:00:00'`);

const steps: Readonly<Record<Unit, (count: Sql) => Sql>> = {
  day: (count) => sql`make_interval(days => ${count})`,
  month: (count) => sql`make_interval(months => ${count})`,
  year: (count) => sql`make_interval(years => ${count})`,
};

const moved: OperationSql = (args, call) => {
  const [, , unit] = call.args;
  const step = unit?.kind === 'value' && typeof unit.value === 'string' && isUnit(unit.value) ? unit.value : 'day';
  return two((time, count) => {
    const result = sql`(${time} + ${steps[step](whole(count, farthest[step]))})`;
    return call.type === 'date' ? day(sql`${result}::date`) : moment(result);
  })(args, call);
};

const dated = three((year, month, date) => {
  const months = whole(sql`((trunc(${year}) - 2000) * 12 + trunc(${month}) - 1)`, farthest.month);
  const days = whole(sql`(trunc(${date}) - 1)`, farthest.day);
  return day(sql`((date '2000-01-01' + make_interval(months => ${months}))::date + ${days})`);
});

const formats: Partial<Record<FormulaType, Sql>> = {
  date: sql`'YYYY-MM-DD'`,
  datetime: sql`'YYYY-MM-DD HH24:MI:SS'`,
};
const textOfTime: OperationSql = (args, call) =>
  one((time) => sql`to_char(${time}, ${formats[call.args[0]?.type ?? 'date'] ?? sql`''`})`)(args, call);

/** Date functions in SQL. */
export const dateSql = {
  DATE: dated,
  DATEADD: moved,
  DAYS: two((to, from) => sql`((${to})::date - (${from})::date)::numeric`),
  YEAR: one((time) => sql`extract(year from ${time})::numeric`),
  MONTH: one((time) => sql`extract(month from ${time})::numeric`),
  DAY: one((time) => sql`extract(day from ${time})::numeric`),
  textOfTime,
  datetimeOfDate: one((date) => sql`(${date})::timestamp`),
} as const;
