import { sql } from 'kysely';
import type { OperationName } from '#shared/record/formula/functions.ts';
import { formulaDecimals } from '#shared/record/formula/functions/exact.ts';
import { capitalLetters, smallLetters } from '#shared/record/formula/functions/letters.ts';
import { roundingDigits } from '#shared/record/formula/functions/numbers.ts';
import { blanks, countLimit, textDecimals, writtenNumber } from '#shared/record/formula/functions/texts.ts';
import { dateSql } from '#server/record/formula/date-sql.ts';
import { clampedSql, filled, one, three, two, type OperationSql, type Sql } from '#server/record/formula/sql-parts.ts';

const decimals = sql`${formulaDecimals}::int`;
const digits = (value: Sql): Sql => clampedSql(value, roundingDigits.least, roundingDigits.most);
const count = (value: Sql): Sql => clampedSql(value, 0, countLimit);
const trimmed = (text: Sql): Sql => sql`btrim(${text}, ${blanks}::text)`;

/** Texts compare by code point, whatever the collation of the database or a column. */
const comparison = (sign: Sql): OperationSql => {
  const compare = two((left, right) => sql`(${left} ${sign} ${right})`);
  const compareTexts = two((left, right) => sql`((${left}) collate "C" ${sign} ${right})`);
  return (args, call) => (call.args[0]?.type === 'text' ? compareTexts : compare)(args, call);
};

/** A value used more than once is computed in its own subquery; `offset 0` keeps the planner from inlining it. */
const ofOperands = (left: Sql, right: Sql, result: Sql): Sql =>
  sql`(select ${result} from (select ${left} as a, ${right} as b offset 0) as operand)`;

/** All operations of formulas, in SQL. */
export const operationSql: Readonly<Record<OperationName, OperationSql>> = {
  '+': two((left, right) => sql`(${left} + ${right})`),
  '-': two((left, right) => sql`(${left} - ${right})`),
  '*': two((left, right) => sql`round(${left} * ${right}, ${decimals})`),
  // PostgreSQL chooses the decimals of a numeric quotient; one of integers is exact, and the digit after the last one
  // decides the rounding
  '/': two((left, right) => sql`round(div(${left} * 1e11, nullif(${right}, 0)) * 0.00000000001, ${decimals})`),
  negate: one((value) => sql`(- ${value})`),
  '=': comparison(sql`=`),
  '<>': comparison(sql`<>`),
  '<': comparison(sql`<`),
  '<=': comparison(sql`<=`),
  '>': comparison(sql`>`),
  '>=': comparison(sql`>=`),
  IF: three((condition, then, otherwise) => sql`(case when ${condition} then ${then} else ${otherwise} end)`),
  AND: (args) => sql`(${sql.join(args, sql` and `)})`,
  OR: (args) => sql`(${sql.join(args, sql` or `)})`,
  NOT: one((condition) => sql`(not ${condition})`),
  ISBLANK: one((value) => sql`(${value} is null)`),
  COALESCE: (args) => sql`coalesce(${sql.join(args)})`,
  ROUND: two((value, places) => sql`round(${value}, ${digits(places)})`),
  ROUNDDOWN: two((value, places) => sql`trunc(${value}, ${digits(places)})`),
  ROUNDUP: two((value, places) =>
    ofOperands(
      value,
      digits(places),
      sql`trunc(operand.a, operand.b) + sign(operand.a - trunc(operand.a, operand.b)) * ('1e' || - operand.b)::numeric`,
    ),
  ),
  ABS: one((value) => sql`abs(${value})`),
  INT: one((value) => sql`floor(${value})`),
  MOD: two((left, right) =>
    ofOperands(left, sql`nullif(${right}, 0)`, sql`mod(mod(operand.a, operand.b) + operand.b, operand.b)`),
  ),
  MIN: (args) => sql`least(${sql.join(args)})`,
  MAX: (args) => sql`greatest(${sql.join(args)})`,
  SUM: (args) => sql`(select sum(term.a) from (values ${sql.join(args.map((arg) => sql`(${arg})`))}) as term (a))`,
  ...dateSql,
  CONCAT: (args) =>
    filled(
      sql`(${sql.join(
        args.map((arg) => sql`coalesce(${arg}, '')`),
        sql` || `,
      )})`,
    ),
  LEFT: two((text, length) => filled(sql`left(${text}, ${count(length)})`)),
  RIGHT: two((text, length) => filled(sql`right(${text}, ${count(length)})`)),
  MID: three((text, from, length) => filled(sql`substr(${text}, nullif(${count(from)}, 0), ${count(length)})`)),
  LEN: one((text) => sql`coalesce(length(${text}), 0)::numeric`),
  UPPER: one((text) => sql`translate(${text}, ${smallLetters}::text, ${capitalLetters}::text)`),
  LOWER: one((text) => sql`translate(${text}, ${capitalLetters}::text, ${smallLetters}::text)`),
  TRIM: one((text) => filled(trimmed(text))),
  TEXT: two((value, places) => sql`round(${value}, ${clampedSql(places, 0, textDecimals)})::text`),
  VALUE: one(
    (text) =>
      sql`round(substring(replace(${trimmed(text)}, ',', '') from ${writtenNumber}::text)::numeric, ${decimals})`,
  ),
  CONTAINS: two((text, part) => sql`(strpos((${text}) collate "C", ${part}) > 0)`),
  textOfNumber: one((value) => sql`trim_scale(${value})::text`),
};
