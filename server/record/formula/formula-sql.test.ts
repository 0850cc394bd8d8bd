import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlOf } from '#server/record/formula/formula-sql.ts';
import {
  columnOf,
  formulaOf,
  openFormulaDatabase,
  resultHere,
  type FormulaCase,
  type FormulaDatabase,
} from '#server/testing/formula-rows.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';

const row = {
  price: '12.5',
  total: '-3.00',
  title: ' 云图😀Tech ',
  day: '2024-01-31',
  moment: '2024-02-29 23:59:59',
  f11: null,
  f12: '999999999999.9999',
  f13: '',
  f14: '甲',
  f15: '1900-01-01',
  f16: '2999-12-31 23:59:59',
};
let database: FormulaDatabase;
beforeAll(async () => {
  database = await openFormulaDatabase([row]);
});
afterAll(async () => database.close());

function caseOf(text: string, decimals: number): FormulaCase {
  const parsed = parseFormula(text);
  const formula = parsed.ok ? formulaOf(parsed.tree) : null;
  if (!parsed.ok || !formula) throw new Error(`${text} is refused`);
  return { tree: parsed.tree, formula, decimals };
}

const bothSides = async (text: string, decimals = 2) => {
  const one = caseOf(text, decimals);
  const [there] = await database.results([one], [0]);
  return { here: resultHere(one, row), there: there?.[0] };
};

describe('a formula means on both sides', () => {
  it.each<[string, string | null]>([
    ['{price} * {total}', '-37.50'],
    ['{price} + {f11}', null],
    ['{price} / 0', null],
    ['10 / 4', '2.50'],
    ['-1 / 3', '-0.33'],
    ['0.005 + 0', '0.01'],
    ['0 - 0.005', '-0.01'],
    ['0 - 0.004', '0.00'],
    // rounded at the end of the quotient, not again where PostgreSQL cuts it
    ['1 / 20000000000.0000000001 * 10000000000', '0.00'],
    ['0.00001 * 0.00001 * 10000000000', '1.00'],
    ['0.000005 * 0.000005 * 10000000000', '0.00'],
    ['{f12}', null],
    ['ROUNDDOWN({f12}, 0)', '999999999999.00'],
    ['{f12} * {f12} / {f12} - {f12}', '0.00'],
    ['ROUND(2.5, 0)', '3.00'],
    ['ROUND(-2.5, 0)', '-3.00'],
    ['ROUND(1250, -2)', '1300.00'],
    ['ROUND(1.25, 99999999999)', '1.25'],
    ['ROUND(1.25, -99999999999)', '0.00'],
    ['ROUNDUP(1.201, 2)', '1.21'],
    ['ROUNDUP(-1.201, 1)', '-1.30'],
    ['ROUNDUP(1, -3)', '1000.00'],
    ['ROUNDDOWN(-1.29, 1)', '-1.20'],
    ['INT(-1.2)', '-2.00'],
    ['MOD(-7, 3)', '2.00'],
    ['MOD(7, -3)', '-2.00'],
    ['MOD(1, 0)', null],
    ['ABS({total})', '3.00'],
    ['SUM({price}, {f11}, {total})', '9.50'],
    ['SUM({f11}, {f11})', null],
    ['MIN({price}, {f11}, {total})', '-3.00'],
    ['MAX({day}, DATE(2024, 2, 1))', '2024-02-01'],
    ['MAX({day}, {moment})', '2024-02-29 23:59:59'],
  ])('%s: %s', async (text, expected) => {
    expect(await bothSides(text)).toEqual({ here: expected, there: expected });
  });

  it.each<[string, string | null]>([
    ['LEN({title})', '9'],
    ['LEN({f13})', '0'],
    ['LEFT({title}, 4)', ' 云图😀'],
    ['RIGHT({title}, 6)', '😀Tech '],
    ['RIGHT({title}, -1)', null],
    ['MID({title}, 3, 2)', '图😀'],
    ['MID({title}, 0, 2)', null],
    ['MID({title}, 3, 99999999999)', '图😀Tech '],
    ['TRIM({title})', '云图😀Tech'],
    ['TRIM("\u3000\u00a0")', null],
    ['UPPER({title})', ' 云图😀TECH '],
    ['UPPER("straße é ａ ωσς я")', 'STRAßE É Ａ ΩΣς Я'],
    ['LOWER("ÀÉ×Ａ")', 'àé×ａ'],
    ['{f13} & {f11}', null],
    ['"共" & {price} & {f13} & "元"', '共12.5元'],
    ['{day} & " " & {moment}', '2024-01-31 2024-02-29 23:59:59'],
    ['CONCAT({f14})', '甲'],
    ['TEXT({price}, 2)', '12.50'],
    ['TEXT(-0.004, 2)', '0.00'],
    ['TEXT(1000000, -3)', '1000000'],
    ['VALUE(" 1,234.5 ") + 1', '1236'],
    ['VALUE("1e5")', null],
    ['VALUE("１")', null],
    ['CONTAINS({title}, "图")', 'true'],
    ['CONTAINS({title}, {f13})', null],
    ['"\ue000" < "😀"', 'true'],
    ['"a" < "B"', 'false'],
    ['"中" < "阿"', 'true'],
  ])('%s: %s', async (text, expected) => {
    expect(await bothSides(text, 0)).toEqual({ here: expected, there: expected });
  });

  it.each<[string, string | null]>([
    ['DATEADD({day}, 1, "month")', '2024-02-29'],
    ['DATEADD({day}, 13, "month")', '2025-02-28'],
    ['DATEADD({moment}, 1, "year")', '2025-02-28 23:59:59'],
    ['DATEADD({moment}, -4, "year")', '2020-02-29 23:59:59'],
    ['DATEADD({moment}, 1.9, "day")', '2024-03-01 23:59:59'],
    ['DATEADD({f15}, -1, "day")', null],
    ['DATEADD({f16}, 1, "day")', null],
    ['DATEADD({day}, 999999999999, "year")', null],
    ['DATEADD({day}, {f11}, "day")', null],
    ['DAYS({moment}, {day})', '29'],
    ['DAYS({day}, {moment})', '-29'],
    ['DATE(2024, 2, 30)', '2024-03-01'],
    ['DATE(2024, 13, 0)', '2024-12-31'],
    ['DATE(2024, -1, 1)', '2023-11-01'],
    ['DATE(1900, 1, 1)', '1900-01-01'],
    ['DATE(1900, 1, 0)', null],
    ['DATE(2999, 12, 31)', '2999-12-31'],
    ['DATE(3000, 1, 1)', null],
    ['DATE(999999999999, 1, 1)', null],
    ['YEAR({moment}) * 10000 + MONTH({moment}) * 100 + DAY({moment})', '20240229'],
    ['{moment} > {day}', 'true'],
    ['IF(true, {day}, {moment})', '2024-01-31 00:00:00'],
    ['IF({f11} > 1, "多", "少")', '少'],
    ['IF({price} > 1, {price}, "")', '13'],
    ['COALESCE({f11}, {price})', '13'],
    ['{f13} = ""', 'true'],
    ['"" <> {f14}', 'true'],
    ['ISBLANK({f11})', 'true'],
    ['{f11} = 1', null],
    ['not ({f11} = 1)', null],
    ['{f11} = 1 or true', 'true'],
    ['{f11} = 1 and true', null],
    ['{f11} = 1 and false', 'false'],
    ['AND({price} > 1, {price} < 20, true)', 'true'],
    ['(1 < 2) = (2 < 3)', 'true'],
  ])('%s: %s', async (text, expected) => {
    expect(await bothSides(text, 0)).toEqual({ here: expected, there: expected });
  });

  it('cuts texts at 1,000 characters, between characters', async () => {
    const long = Array.from({ length: 26 }, () => `"${'😀'.repeat(20)}"`).join(' & ');
    const both = await bothSides(`CONCAT(${long}) & CONCAT(${long})`);
    expect(both).toEqual({ here: '😀'.repeat(1000), there: '😀'.repeat(1000) });
  });
});

describe('the SQL of a formula', () => {
  const compiled = (text: string) => sqlOf(caseOf(text, 2).formula, columnOf, 2).compile(database.pool.db);

  it('binds all literals', () => {
    const { sql: text, parameters } = compiled(`IF({title} = "'; drop table formula_row --", 1234.5, {f11})`);
    expect(text).not.toMatch(/drop|1234/);
    expect(parameters).toContain("'; drop table formula_row --");
    expect(parameters).toContain('1234.5');
    expect(parameters).toContain('f11');
  });

  it.each(['MOD(', 'ROUNDUP(', 'SUM(', 'DATE('])('grows with the formula and no faster: %s', async (name) => {
    const nested = (levels: number): string => {
      let text = '{price}';
      for (let level = 0; level < levels; level += 1)
        text =
          name === 'DATE('
            ? `DAY(DATE(2024, ${text}, 3))`
            : `${name}${text}, ${name === 'SUM(' ? '1' : text.length % 7})`;
      return text;
    };
    const length = (levels: number) => compiled(nested(levels)).sql.length;
    expect(length(20) - length(10)).toBeLessThan(1.2 * (length(10) - length(0)));
    const { here, there } = await bothSides(nested(name === 'DATE(' ? 24 : 48));
    expect(there).toBe(here);
  });

  it('works in an update', async () => {
    const result = sqlOf(caseOf('MOD({price}, 5) & {title}', 2).formula, columnOf, 2);
    const { rows } = await sql<{ custom: unknown }>`
      update formula_row as r set custom = custom || jsonb_build_object('f99', ${result}) returning custom -> 'f99' as custom`.execute(
      database.pool.db,
    );
    expect(rows).toEqual([{ custom: '2.5 云图😀Tech ' }]);
  });
});
