import { describe, expect, it } from 'vitest';
import { languages } from '#shared/i18n/language.ts';
import { translate } from '#shared/i18n/translate.ts';
import { checkFormula } from '#shared/record/formula/check.ts';
import { evaluate } from '#shared/record/formula/evaluate.ts';
import { fieldsByLabel, formulaField, type FormulaField } from '#shared/record/formula/fields.ts';
import { parseFormula } from '#shared/record/formula/parse.ts';

const fields: readonly FormulaField[] = [
  { id: 'price', label: '价格', type: 'number' },
  { id: 'title', label: '标题', type: 'text' },
  { id: 'day', label: '日期', type: 'date' },
  { id: 'moment', label: '时间', type: 'datetime' },
  { id: 'f7', label: '数量', type: 'number' },
  { id: 'owners', label: '成员', type: null },
];

function check(text: string) {
  const parsed = parseFormula(text);
  if (!parsed.ok) throw new Error(`${parsed.problem.code} in ${text}`);
  return checkFormula(parsed.tree, fieldsByLabel(fields));
}

function problems(text: string): string[] {
  const result = check(text);
  if (result.ok) return [];
  return result.problems.map(({ code, params, from, to }) => {
    for (const language of languages) expect(translate(language, code, params)).not.toMatch(/\{\w+\}/);
    return `${text.slice(from, to)}: ${translate('cn', code, params)}`;
  });
}

describe('the type of a formula', () => {
  it.each([
    ['{价格} * {数量}', 'number'],
    ['{价格} & ""', 'text'],
    ['DATEADD({日期}, 1, "Day")', 'date'],
    ['DATEADD({时间}, 1, "month")', 'datetime'],
    ['IF({价格} > 1, "", {数量})', 'number'],
    ['COALESCE({日期}, {时间})', 'datetime'],
    ['{标题} = ""', 'boolean'],
    ['{日期} <= {时间}', 'boolean'],
    ['MAX({日期}, DATE(2024, 1, 1))', 'date'],
    ['""', 'text'],
  ])('%s is %s', (text, type) => {
    const result = check(text);
    expect(result).toMatchObject({ ok: true, type, formula: { type } });
  });
});

it('identifies its fields by immutable keys', () => {
  expect(check('{价格} + {数量} * {price} - {f7}')).toMatchObject({ dependencies: ['price', 'f7'] });
});

describe('errors', () => {
  it.each([
    ['{单价} * 2', ['{单价}: 没有字段“单价”']],
    ['{成员} & ""', ['{成员}: 公式不能使用字段“成员”，只能使用数字、文本、选项和日期字段']],
    ['FOO(1)', ['FOO(1): 没有函数“FOO”']],
    ['constructor(1)', ['constructor(1): 没有函数“CONSTRUCTOR”']],
    ['textOfNumber(1)', ['textOfNumber(1): 没有函数“TEXTOFNUMBER”']],
    ['DAYS(today(), {日期})', ['today(): 公式不能使用“TODAY”：结果只能由记录自身的字段决定']],
    ['ROUND({价格})', ['ROUND({价格}): “ROUND”需要2个参数，现有1个']],
    ['SUM()', ['SUM(): “SUM”需要≥1个参数，现有0个']],
    ['{标题} + 1', ['{标题}: “+”的第1个参数须为数字']],
    ['1 + ""', ['"": “+”的第2个参数须为数字']],
    ['-{标题}', ['{标题}: “-”的第1个参数须为数字']],
    ['LEN({价格})', ['{价格}: “LEN”的第1个参数须为文本']],
    ['YEAR({标题})', ['{标题}: “YEAR”的第1个参数须为日期或日期时间']],
    ['IF({价格}, 1, 2)', ['{价格}: “IF”的第1个参数须为条件，如 1 < 2']],
    ['not {价格}', ['{价格}: “not”的第1个参数须为条件，如 1 < 2']],
    ['{价格} and true', ['{价格}: “and”的第1个参数须为条件，如 1 < 2']],
    ['"a" & (1 < 2)', ['1 < 2: “&”的第2个参数须为文本、数字或日期，不能是条件']],
    [
      'true < false',
      ['true: “<”的第1个参数须为文本、数字或日期，不能是条件', 'false: “<”的第2个参数须为文本、数字或日期，不能是条件'],
    ],
    ['MAX({标题})', ['{标题}: “MAX”的第1个参数须为数字或日期']],
    ['IF(true, 1, "a")', ['"a": “IF”的第3个参数须与前面的参数类型一致']],
    ['{日期} = "2024-01-01"', ['"2024-01-01": “=”的第2个参数须与前面的参数类型一致']],
    ['1 < 2 < 3', ['1 < 2: “<”的第1个参数须为文本、数字或日期，不能是条件']],
    ['DATEADD({日期}, 1, "week")', ['"week": “DATEADD”的第3个参数须为"day"、"month"或"year"']],
    ['DATEADD({日期}, 1, {标题})', ['{标题}: “DATEADD”的第3个参数须为"day"、"month"或"year"']],
    ['{甲} + {乙} * LEN(1)', ['{甲}: 没有字段“甲”', '{乙}: 没有字段“乙”', '1: “LEN”的第1个参数须为文本']],
    ['FOO({甲})', ['FOO({甲}): 没有函数“FOO”', '{甲}: 没有字段“甲”']],
  ])('%s', (text, expected) => {
    expect(problems(text)).toEqual(expected);
  });
});

describe('fields', () => {
  const field = { fieldId: 7, fieldName: '数量', name: '数量', fieldType: 0, formType: 'number' } as const;

  it('are found by their column or the id of their custom field', () => {
    expect(formulaField(field)).toEqual({ id: 'f7', label: '数量', type: 'number' });
    expect(formulaField({ ...field, fieldName: 'num', fieldType: 1 }).id).toBe('num');
    expect(formulaField({ ...field, formType: 'user' }).type).toBeNull();
    expect(formulaField({ ...field, formType: 'select' }).type).toBe('text');
  });

  it('are found by label before column', () => {
    const find = fieldsByLabel([
      { id: 'f1', label: 'f2', type: 'number' },
      { id: 'f2', label: '价格', type: 'text' },
    ]);
    expect([find('f2')?.id, find('f1')?.id, find('价格')?.id, find('toString')]).toEqual(['f1', 'f1', 'f2', undefined]);
  });
});

describe('form values during typing', () => {
  const result = (text: string, values: Record<string, unknown>) => {
    const checked = check(text);
    return checked.ok ? evaluate(checked.formula, values, 2) : 'refused';
  };

  it('count once they have the type of the field', () => {
    expect(result('{价格} + 1', { price: '1,234.5' })).toBe('1235.50');
    expect(result('{价格} + 1', { price: 2 })).toBe('3.00');
    expect(result('{价格} + 1', { price: '12a' })).toBeNull();
    expect(result('{价格} + 1', {})).toBeNull();
    expect(result('{日期} & "!"', { day: '2024-02-31' })).toBe('!');
    expect(result('{日期} & "!"', { day: '2024-02-01 10:00:00' })).toBe('2024-02-01!');
    expect(result('{标题} & "!"', { title: ['a'] })).toBe('!');
  });
});
